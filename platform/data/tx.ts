import type { Prepared, PreparedPointRead } from './statements/prepared.ts';

/** What a query and a command have in common: reading rows. Store functions take it first. */
export interface Reader {
  /** Runs a prepared statement and returns its rows. */
  rows<Values, Row extends object>(statement: Prepared<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  /** The one row of a point read, or null. Calls made at the same moment travel as one statement. */
  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
}

/** A running transaction of a command. */
export interface Tx extends Reader {
  /** The bytes of all values that it has sent so far: what a write leaves in the database is in proportion to them. */
  readonly bytesSent: number;
  /**
   * Sends a statement whose result nobody waits for: it travels with its neighbours in one batch, and its failure fails the commit.
   * Statements take effect in the order in which they were sent. One that is given an empty array of `rows` is not sent.
   */
  write<Values>(statement: Prepared<Values, object>, values: NoInfer<Values>): void;
  /** Sends what waits, and checks what the database would check at a commit only. Throws the failure, which the transaction does not outlive. */
  checkDeferred(): Promise<void>;
}

/** What runs transactions. */
export interface Transactions {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}
