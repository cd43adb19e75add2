import { fromInstantText } from '../../../platform/core/instant.ts';
import type { PauseDraft } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import type { LogDraft } from '../domain/create-log.ts';
import type { Interval } from '../domain/log-faults.ts';

/** A log to create, as in the proto. */
interface LogFields {
  readonly startTime: string;
  readonly endTime: string;
  readonly pauses: readonly PauseDraft[];
  readonly note?: string | undefined;
}

/** The log that a request describes. */
export function logDraftOf({ startTime, endTime, pauses, note }: LogFields): LogDraft {
  return {
    start: fromInstantText(startTime),
    end: fromInstantText(endTime),
    pauses: pauses.map(intervalOf),
    note: note ?? null,
  };
}

export function intervalOf({ startTime, endTime }: Pick<PauseDraft, 'startTime' | 'endTime'>): Interval {
  return { start: fromInstantText(startTime), end: fromInstantText(endTime) };
}
