import type { Interval } from './log-faults.ts';
import type { PlainFields, TimeRecord } from './time-record.ts';

/** A valid log to create; its instants are epoch milliseconds. */
export interface LogDraft extends Interval {
  readonly pauses: readonly Interval[];
  readonly plain: PlainFields;
}

interface Input {
  readonly id: string;
  readonly userId: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly source: 'api' | 'bulk' | 'console';
}

/** The record of a log whose times are valid and free of conflicts. */
export function createLog(draft: LogDraft, { id, userId, revision, now, source }: Input): TimeRecord {
  return {
    ...draft.plain,
    id,
    userId,
    start: draft.start,
    end: draft.end,
    pauses: draft.pauses,
    timestamps: [],
    source,
    autoClosed: false,
    correctedAt: null,
    lastEvent: draft.end,
    createdAt: now,
    updatedAt: now,
    revision,
  };
}
