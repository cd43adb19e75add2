import { changesOf } from '../../../platform/core/changes-of.ts';
import { TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { durationsOf } from './durations.ts';
import { isPaused, type TimeRecord } from './time-record.ts';

/** The fields that differ between two states of a session or log, as the API shows them. */
export const recordChanges = changesOf(TimeRecordSchema, {
  startTime: { startTime: ({ start }: TimeRecord) => start },
  endTime: { endTime: ({ end }: TimeRecord) => end },
  status: { status: (record: TimeRecord) => [record.end === null, isPaused(record)] },
  durationMinutes: { durationMinutes: (record: TimeRecord) => durationsOf(record)?.durationMinutes },
  pauseMinutes: { pauseMinutes: (record: TimeRecord) => durationsOf(record)?.pauseMinutes },
  workedMinutes: { workedMinutes: (record: TimeRecord) => durationsOf(record)?.workedMinutes },
});
