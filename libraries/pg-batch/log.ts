/** A log with levels, such as one of pino: the fields of a line, then its message. */
export interface Log {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
