import { present } from '../../../platform/core/present.ts';
import { RecordSource, RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import type { TimeRecordView } from '../../schema/time-record.ts';

/** A session or a log as the specification shows it (decisions 10.2). */
export function timeRecordView(record: TimeRecord): TimeRecordView {
  return {
    id: record.id,
    userId: record.userId,
    startTime: record.startTime,
    endTime: record.endTime ?? null,
    status: present(STATUSES.get(record.status), 'status'),
    pauses: record.pauses.map(({ startTime, endTime }) => ({ startTime, endTime: endTime ?? null })),
    timestamps: record.timestamps.map(({ id, templateId, label, time }) => ({
      id,
      templateId: templateId ?? null,
      label,
      time,
    })),
    source: present(SOURCES.get(record.source), 'source'),
    note: record.note ?? null,
    autoClosed: record.autoClosed,
    durationMinutes: record.durationMinutes ?? null,
    pauseMinutes: record.pauseMinutes ?? null,
    workedMinutes: record.workedMinutes ?? null,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

const STATUSES = new Map<RecordStatus, string>([
  [RecordStatus.OPEN, 'open'],
  [RecordStatus.PAUSED, 'paused'],
  [RecordStatus.CLOSED, 'closed'],
]);
const SOURCES = new Map<RecordSource, string>([
  [RecordSource.SESSION, 'session'],
  [RecordSource.API, 'api'],
  [RecordSource.BULK, 'bulk'],
]);
