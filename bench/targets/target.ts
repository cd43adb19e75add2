/** What a target tells the bench: where it listens, and what it has cost. */
export type TargetMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'cpu'; readonly ms: number };

/** Tells the bench the port, and answers its question for the CPU time that this process has used so far. */
export function serveBench(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ kind: 'cpu', ms: (user + system) / 1000 } satisfies TargetMessage);
  });
  process.send?.({ kind: 'ready', port } satisfies TargetMessage);
}

/** A variable that the bench gives its targets. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}
