import { fromInstantText } from '../../../platform/core/instant.ts';
import { givenFields } from '../../../platform/core/resource.ts';
import { type Pause, type TimeRecord, TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import type { LogDraft } from './create-log.ts';
import type { Interval } from './log-faults.ts';

/** The log that a request describes. */
export function requestedLog(log: TimeRecord | undefined): LogDraft {
  const { startTime, endTime, pauses, ...plain } = givenFields(TimeRecordSchema, log);
  return { ...intervalOf({ startTime, endTime }), pauses: pausesOf(pauses), plain };
}

/** The pauses of a log in a request: each has an end. */
export function pausesOf(pauses: readonly Pause[]): Interval[] {
  return pauses.map(({ startTime, endTime = '' }) => intervalOf({ startTime, endTime }));
}

function intervalOf({ startTime, endTime }: { startTime: string; endTime: string | null }): Interval {
  return { start: fromInstantText(startTime), end: fromInstantText(endTime ?? '') };
}
