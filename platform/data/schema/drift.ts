/** One difference between a database and the declaration of its tables. */
export interface Drift {
  readonly table: string;
  /** A description of the difference, in one line. */
  readonly difference: string;
}
