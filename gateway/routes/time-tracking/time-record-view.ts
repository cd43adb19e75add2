import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import { recordSources, recordStatuses, type TimeRecordView } from '../../schema/time-record.ts';

/** A session or a log as the specification shows it (decisions 10.2). */
export function timeRecordView(record: TimeRecord): TimeRecordView {
  return {
    ...asView<Omit<TimeRecordView, 'status' | 'source'>, TimeRecord>(record),
    status: recordStatuses.of(record.status),
    source: recordSources.of(record.source),
  };
}
