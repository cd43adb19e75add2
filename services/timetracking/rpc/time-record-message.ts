import { toInstantText } from '../../../platform/core/instant.ts';
import {
  type Pause,
  RecordSource,
  RecordStatus,
  type TimeRecord as TimeRecordMessage,
  type Timestamp as TimestampMessage,
} from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { durationsOf } from '../domain/durations.ts';
import { isPaused, type TimeRecord, type Timestamp } from '../domain/time-record.ts';

/** A record as a message. */
export function timeRecordMessage(record: TimeRecord): TimeRecordMessage {
  const durations = durationsOf(record);
  return {
    $typeName: 'lyceum.timetracking.v1.TimeRecord',
    id: record.id,
    userId: record.userId,
    startTime: toInstantText(record.start),
    endTime: textOf(record.end),
    status: statusOf(record),
    pauses: record.pauses.map(
      ({ start, end }): Pause => ({
        $typeName: 'lyceum.timetracking.v1.Pause',
        startTime: toInstantText(start),
        endTime: textOf(end),
      }),
    ),
    timestamps: record.timestamps.map(timestampMessage),
    source: SOURCES[record.source],
    note: record.note ?? undefined,
    autoClosed: record.autoClosed,
    durationMinutes: durations?.durationMinutes,
    pauseMinutes: durations?.pauseMinutes,
    workedMinutes: durations?.workedMinutes,
    createdAt: toInstantText(record.createdAt),
    updatedAt: toInstantText(record.updatedAt),
    revision: record.revision,
  };
}

/** A category timestamp as a message. */
export function timestampMessage({ id, templateId, label, time }: Timestamp): TimestampMessage {
  return {
    $typeName: 'lyceum.timetracking.v1.Timestamp',
    id,
    templateId: templateId ?? undefined,
    label,
    time: toInstantText(time),
  };
}

function statusOf(record: TimeRecord): RecordStatus {
  if (record.end !== null) return RecordStatus.CLOSED;
  return isPaused(record) ? RecordStatus.PAUSED : RecordStatus.OPEN;
}

function textOf(at: number | null): string | undefined {
  return at === null ? undefined : toInstantText(at);
}

const SOURCES = {
  session: RecordSource.SESSION,
  api: RecordSource.API,
  bulk: RecordSource.BULK,
} as const;
