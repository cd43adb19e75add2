import type { Prepared, PreparedPointRead, PreparedRead } from './statement.ts';

/** Reads rows, within a transaction or without one. */
export interface Reader {
  /** Runs a prepared statement that reads, and returns its rows. */
  rows<Values, Row extends object>(statement: PreparedRead<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  /** The row of a point read, or null. Concurrent calls are sent as one statement. */
  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
}

/** A running transaction. */
export interface Tx extends Reader {
  /** The bytes of all values sent so far, which approximate the bytes that a write adds to the database. */
  readonly bytesSent: number;
  /** Whether a statement was sent that is no read. */
  readonly hasWritten: boolean;
  /** Runs a prepared statement, and returns its rows. */
  rows<Values, Row extends object>(statement: Prepared<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  /**
   * Sends a statement without waiting for its result: it is sent in one batch with its neighbours, and its failure
   * fails the commit. Statements take effect in the order of the calls. One with an empty array of `rows` is not sent.
   */
  write<Values>(statement: Prepared<Values, object>, values: NoInfer<Values>): void;
  /**
   * Sends the pending statements and checks deferred constraints now instead of at the commit. Throws the failure,
   * which also ends the transaction.
   */
  checkDeferred(): Promise<void>;
}
