import { present } from '../../../platform/core/present.ts';
import { RecordSource, RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { shown } from '../../endpoint/envelope.ts';
import type { TimeRecordView } from '../../schema/time-record.ts';

/** A session or a log as the specification shows it (decisions 10.2). */
export function timeRecordView(record: TimeRecord): TimeRecordView {
  return {
    ...shown<Omit<TimeRecordView, 'status' | 'source'>, TimeRecord>(record),
    status: present(STATUSES.get(record.status), 'status'),
    source: present(SOURCES.get(record.source), 'source'),
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
