import { StartError } from '../../platform/core/start-error.ts';

/** Why the embedded PostgreSQL cannot be had. The message is written for the person at the terminal and says what to do. */
export type EmbeddedPostgresFault =
  /** Another living process of Lyceum owns the data directory. */
  | 'DATA_DIR_IN_USE'
  /** The data directory cannot be written, belongs to someone else, or is incomplete. */
  | 'DATA_DIR_UNUSABLE'
  /** There is no PostgreSQL for this platform, or it cannot be run here. */
  | 'BINARIES_UNAVAILABLE'
  /** PostgreSQL was run and gave up; the message ends with its last words. */
  | 'SERVER_NOT_STARTED'
  /** PostgreSQL outlives even SIGKILL (a disk that hangs does that). */
  | 'SERVER_NOT_STOPPED';

/** The one error of {@link startEmbeddedPostgres} and of what it gives. */
export class EmbeddedPostgresError extends StartError {
  readonly code: EmbeddedPostgresFault;

  constructor(code: EmbeddedPostgresFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** The end of every message for which a server of one's own is the way out. */
export const OWN_SERVER_HINT = 'set DATABASE_URL to a PostgreSQL server of your own (15 or newer)';

/** The data directory's own failures, `reason` being a clause or the message of a file operation. */
export function unusable(dataDir: string, reason: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'DATA_DIR_UNUSABLE',
    `The data directory ${dataDir} cannot be used: ${reason}. Mend that, or give another DATA_DIR.`,
    { cause },
  );
}
