/** The program that contains the server, as messages and paths name it. */
export interface Program {
  /** As in "Example already runs on the data directory". */
  readonly name: string;
  /**
   * The superuser, and the folder below /var/lib, /opt and /var/tmp for what another user than root must be able to
   * read.
   */
  readonly folder: string;
  /** What a person does to use another data directory: "set DATA_DIRECTORY to another directory". */
  readonly otherDirectory: string;
  /** What a person does to use a server of their own: "set DATABASE_URL to a PostgreSQL server of your own". */
  readonly otherServer: string;
}

/** Receives what happens to the server: a pino logger, for example. */
export interface ServerLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
