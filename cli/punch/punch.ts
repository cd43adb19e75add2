/** What a terminal can punch; `timestamp` notes a category within the session. */
export const PUNCH_KINDS = ['start', 'pause', 'resume', 'stop', 'timestamp'] as const;

export type PunchKind = (typeof PUNCH_KINDS)[number];

/** One row of a punch file. */
export interface Punch {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  /** Membership code, as it stands in the file. */
  readonly code: string;
  readonly kind: PunchKind;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Of a timestamp only. */
  readonly label?: string;
  /** Id of a timestamp's template. */
  readonly template?: string;
}

/** Rows that did not become what they stand for, and why. */
export interface RefusedRows {
  /** In the order of the file; the first one is the row that the reason is about. */
  readonly lines: readonly number[];
  readonly reason: string;
}
