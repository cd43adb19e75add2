import type { Call } from '../../../platform/calls/caller.ts';
import { instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { admitInstitution } from '../members/admit-member.ts';
import { listMemberLogs as list } from '../store/member-logs.ts';
import { timeRecordMessage } from './time-record-message.ts';
import { calendarIn, rangeOf, refuseBadDays } from './totals.ts';

/** GET /time-tracking/member-logs: by start, or by change. */
export const listMemberLogs = query(
  LogService.method.listMemberLogs,
  async (db, { page, from, to, userGroupId, updatedSince = null }, { actor, now, call }) => {
    refuseBadDays({ from, to });
    const keyset = instantKeyset(page);
    const [zone, among] = await Promise.all([
      admitInstitution(call),
      userGroupId === undefined ? null : membersOf(userGroupId, call),
    ]);
    const range = rangeOf(calendarIn({ from, to, zone }, PeriodUnit.MONTH), now);
    const { records, hasMore, end } = await list(db, actor, keyset, { ...range, among, updatedSince });
    return { logs: records.map(timeRecordMessage), hasMore, ...(end && { end }) };
  },
);

async function membersOf(userGroupId: string, call: Call): Promise<readonly string[]> {
  const all: string[] = [];
  for (;;) {
    const afterUserId = all.at(-1);
    const request = { userGroupId, ...(afterUserId !== undefined && { afterUserId }) };
    const { userIds } = await call(UserGroupService.method.listUserGroupMemberIds, request);
    all.push(...userIds);
    if (userIds.length < MEMBERS_AT_ONCE) return all;
  }
}

/** As many as the contract promises unless the group has no others. */
const MEMBERS_AT_ONCE = 1_000;
