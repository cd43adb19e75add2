import type { Program } from './program.ts';

/** Why the embedded PostgreSQL is not available. The message is written for the user and contains advice. */
export type EmbeddedPostgresFault =
  /** Another running process owns the data directory. */
  | 'DATA_DIR_IN_USE'
  /** The data directory is not writable, has another owner, or is incomplete. */
  | 'DATA_DIR_UNUSABLE'
  /** There is no PostgreSQL for this platform, or it cannot run here. */
  | 'BINARIES_UNAVAILABLE'
  /** PostgreSQL started and failed; the message ends with the last lines of its log. */
  | 'SERVER_NOT_STARTED'
  /** PostgreSQL survives even SIGKILL (a hanging disk can cause that). */
  | 'SERVER_NOT_STOPPED';

/** The only error of {@link startEmbeddedPostgres} and of the server that it returns. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresFault;

  constructor(code: EmbeddedPostgresFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** A failure of the data directory. @param reason a clause, or the message of a file operation */
export function unusable(program: Program, dataDir: string, reason: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATA_DIR_UNUSABLE',
    `The data directory ${dataDir} cannot be used: ${reason}. Fix this, or ${program.otherDirectory}.`,
    { cause },
  );
}
