import { instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { getMemberOfLogs } from '../members/admit-member.ts';
import { listLogs as list } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** GET /time-tracking/logs (decisions 2.5): of one member, by start. */
export const listLogs = query(LogService.method.listLogs, async (db, request, { actor, call }) => {
  const keyset = instantKeyset(request.page);
  const { from = '-infinity', to = 'infinity' } = request;
  const { userId } = await getMemberOfLogs(request.member, call);
  const { logs, hasMore } = await list(db, actor, userId, keyset, { from, to });
  return { logs: logs.map(timeRecordMessage), hasMore };
});
