/** The program that contains the server, as messages and paths name it. */
export interface Program {
  /** As in "Example already runs on the data directory". */
  readonly name: string;
  /**
   * The superuser, and the folder below /var/lib, /opt and /var/tmp for what another user than root must be able to
   * read.
   */
  readonly folder: string;
  /** The advice to use another data directory, for messages: "set DATA_DIRECTORY to another directory". */
  readonly otherDirectory: string;
  /** The advice to use a server of one's own, for messages: "set DATABASE_URL to a PostgreSQL server of your own". */
  readonly otherServer: string;
}

/** Receives the events of the server: a pino logger, for example. */
export interface ServerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
