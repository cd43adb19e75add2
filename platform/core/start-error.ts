/** A start that cannot succeed. The message is for the person at the terminal and states what to do. */
export class StartError extends Error {
  override name = 'StartError';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { readonly exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Ends a process that could not start. Prints the message alone of a StartError, and the stack of any other error. */
export function failStart(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(error instanceof StartError ? error.exitCode : 1);
}

/**
 * Listens on the port that a variable names. If the port is not available, throws a StartError that names the variable.
 * @param listen throws Node's error, or an error whose message contains its code
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
