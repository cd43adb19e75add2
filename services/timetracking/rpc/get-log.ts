import { query } from '../../../platform/handler/query.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { logOf } from '../domain/log-of.ts';
import { refuse } from '../domain/refusals.ts';
import { getMemberOfLogs } from '../members/admit-member.ts';
import { findRecord } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** GET /time-tracking/logs/{id} (decisions 10.1, 10.9). */
export const getLog = query(LogService.method.getLog, async (db, { member, id }, { actor, call }) => {
  const { userId } = await getMemberOfLogs(member, call);
  const log = logOf(await findRecord(db, actor, id), userId) ?? refuse('LOG_NOT_FOUND');
  return { log: timeRecordMessage(log) };
});
