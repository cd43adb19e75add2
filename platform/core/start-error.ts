/** A start that cannot succeed as things are. The message is for the person at the terminal, and says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Ends a process that could not start: with the message alone where that says all, with the stack where the fault is ours. */
export function failStart(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

/**
 * Listens on the port that a variable names; where that cannot be had, the StartError names the variable.
 * @param listen throws what Node throws, or a message that holds its code
 */
export async function listenOn<T>(variable: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const text = `${error instanceof Error && 'code' in error ? error.code : ''} ${String(error)}`;
    const reason = REASONS.find(([code]) => text.includes(code))?.[1];
    if (reason === undefined) throw error;
    throw new StartError(
      `${variable}: port ${port} ${reason}. Set ${variable} to another port, or to 0 for any free one.`,
      { cause: error },
    );
  }
}

const REASONS: readonly [code: string, reason: string][] = [
  ['EADDRINUSE', 'is taken by another program'],
  ['EACCES', 'is reserved for privileged programs'],
];
