import { query } from '../../../platform/handler/query.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findRecord } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** One time record, session or log, of whatever member. */
export const getRecord = query(RecordService.method.getRecord, async (db, { id }, { actor }) => {
  const record = (await findRecord(db, actor, id)) ?? refuse('LOG_NOT_FOUND');
  return { record: timeRecordMessage(record) };
});
