/** The messages of a target to the bench: its port and its CPU time. */
export type TargetMessage =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'cpu'; readonly ms: number };

/** Reports the port to the bench, and on request the CPU time of this process so far. */
export function serveBench(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ kind: 'cpu', ms: (user + system) / 1000 } satisfies TargetMessage);
  });
  process.send?.({ kind: 'ready', port } satisfies TargetMessage);
}

/** A variable that the bench sets for its targets. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}
