/** One difference between a database and what its tables are declared to be. */
export interface Drift {
  readonly table: string;
  /** What differs, and how, in one line. */
  readonly difference: string;
}
