/** A complete log from the punches of one member: the source of an item of a bulk request. */
export interface PunchedLog {
  /** Its rows, in the order of the file. */
  readonly lines: readonly number[];
  /** As in the row of the start. */
  readonly code: string;
  /** Epoch milliseconds. */
  readonly start: number;
  /** Epoch milliseconds; not before the start. */
  readonly end: number;
  /** In order, within the log, none of them empty. */
  readonly pauses: readonly PunchedPause[];
}

export interface PunchedPause {
  /** Epoch milliseconds. */
  readonly start: number;
  /** Epoch milliseconds. */
  readonly end: number;
}
