import type { Interval } from './log-faults.ts';
import type { TimeRecord } from './time-record.ts';

/** A log in good shape; its instants are epoch milliseconds. */
export interface LogDraft extends Interval {
  readonly pauses: readonly Interval[];
  readonly note: string | null;
}

interface Input {
  readonly id: string;
  readonly userId: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly source: 'api' | 'bulk';
}

/** The record of a log whose times were found faultless and free. */
export function createLog(draft: LogDraft, { id, userId, revision, now, source }: Input): TimeRecord {
  return {
    id,
    userId,
    start: draft.start,
    end: draft.end,
    pauses: draft.pauses,
    timestamps: [],
    source,
    note: draft.note,
    autoClosed: false,
    lastEvent: draft.end,
    createdAt: now,
    updatedAt: now,
    revision,
  };
}
