import { toInstantText } from '../../../platform/core/instant.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  PauseSchema,
  RecordSource,
  RecordStatus,
  type TimeRecord as TimeRecordMessage,
  TimeRecordSchema,
  type Timestamp as TimestampMessage,
  TimestampSchema,
} from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { durationsOf } from '../domain/durations.ts';
import { isPaused, type TimeRecord, type Timestamp } from '../domain/time-record.ts';

/** A record as a message. */
export function timeRecordMessage(record: TimeRecord): TimeRecordMessage {
  const durations = durationsOf(record);
  return writeRecord({
    ...record,
    startTime: toInstantText(record.start),
    endTime: textOf(record.end),
    status: statusOf(record),
    pauses: record.pauses.map(({ start, end }) =>
      writePause({ startTime: toInstantText(start), endTime: textOf(end) }),
    ),
    timestamps: record.timestamps.map(timestampMessage),
    source: RecordSource[record.source.toUpperCase() as Uppercase<typeof record.source>],
    durationMinutes: durations?.durationMinutes ?? null,
    pauseMinutes: durations?.pauseMinutes ?? null,
    workedMinutes: durations?.workedMinutes ?? null,
    createdAt: toInstantText(record.createdAt),
    correctedAt: textOf(record.correctedAt),
    updatedAt: toInstantText(record.updatedAt),
  });
}

/** A category timestamp as a message. */
export function timestampMessage(timestamp: Timestamp): TimestampMessage {
  return writeTimestamp({ ...timestamp, time: toInstantText(timestamp.time) });
}

const writeRecord = messageWriter(TimeRecordSchema);
const writePause = messageWriter(PauseSchema);
const writeTimestamp = messageWriter(TimestampSchema);

function statusOf(record: TimeRecord): RecordStatus {
  if (record.end !== null) return RecordStatus.CLOSED;
  return isPaused(record) ? RecordStatus.PAUSED : RecordStatus.OPEN;
}

function textOf(at: number | null): string | null {
  return at === null ? null : toInstantText(at);
}
