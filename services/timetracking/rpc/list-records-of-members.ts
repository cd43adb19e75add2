import { toInstantText } from '../../../platform/core/instant.ts';
import { instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { listRecordsOfMembers as list } from '../store/listed-records.ts';
import { filterOf } from './list-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** Time records of some members, for the console's export. */
export const listRecordsOfMembers = query(
  RecordService.method.listRecordsOfMembers,
  async (db, { userIds, after, from, to, filter }, { actor, now }) => {
    const keyset = instantKeyset({
      $typeName: 'lyceum.common.v1.PageRequest',
      size: MAX_RECORDS,
      ...(after && { after }),
    });
    const range = { from, to, now: toInstantText(now), listed: filterOf(filter) };
    const { records, hasMore } = await list(db, actor, userIds, keyset, range);
    return { records: records.map(timeRecordMessage), hasMore };
  },
);

const MAX_RECORDS = 2_000;
