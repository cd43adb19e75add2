/** A complete log that punches of one member make: what an item of a bulk is made of. */
export interface PunchedLog {
  /** The rows it is made of, in the order of the file. */
  readonly lines: readonly number[];
  /** As the start has it. */
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
