import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { newestFirst } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { type Listed, listRecords as list } from '../store/listed-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/** The console's list of time records. */
export const listRecords = query(
  RecordService.method.listRecords,
  async (db, { page, from, to, filter, userId = null }, { actor, now }) => {
    const range = { from, to, now: toInstantText(now), listed: filterOf(filter), userId };
    const { records, hasMore } = await list(db, actor, newestFirst(page), range);
    return { records: records.map(timeRecordMessage), hasMore };
  },
);

/** The records that a filter leaves. */
export function filterOf(filter: RecordFilter): Listed {
  return filter === RecordFilter.UNSPECIFIED ? 'all' : (filters.of(filter) as Listed);
}

const filters = lowerCaseTexts(RecordFilter);
