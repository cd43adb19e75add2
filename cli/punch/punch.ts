/** The kinds of punches; `timestamp` records a category within the session. */
export const PUNCH_KINDS = ['start', 'pause', 'resume', 'stop', 'timestamp'] as const;

export type PunchKind = (typeof PUNCH_KINDS)[number];

/** One row of a punch file. */
export interface Punch {
  /** The line on which the row starts, from 1. */
  readonly line: number;
  /** Membership code, as written in the file. */
  readonly code: string;
  readonly kind: PunchKind;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Only for a timestamp. */
  readonly label?: string;
  /** Id of a timestamp template. */
  readonly template?: string;
}

/** Rows that were refused, and why. */
export interface RefusedRows {
  /** In the order of the file; the reason is about the first one. */
  readonly lines: readonly number[];
  readonly reason: string;
}
