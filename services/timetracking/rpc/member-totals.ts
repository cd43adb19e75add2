import type { Call } from '../../../platform/calls/caller.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import type { Position } from '../../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { admitInstitution } from '../members/admit-member.ts';
import { listMembersWithin } from '../store/members-with-records.ts';
import { calendarIn, rangeOf, refuseBadDays, totalsOfMembers } from './totals.ts';

/** GET /time-tracking/member-totals: by the id of the member. */
export const listMemberTotals = query(
  LogService.method.listMemberTotals,
  async (db, { page, from, to, userGroupId, updatedSince = null }, { actor, now, call }) => {
    refuseBadDays({ from, to });
    const { size, after: position } = present(page, 'page');
    const after = userIdOf(position);
    const [zone, among] = await Promise.all([
      admitInstitution(call),
      userGroupId === undefined ? null : membersAfter(userGroupId, after, call),
    ]);
    const days = { from, to, zone };
    const calendar = calendarIn(days, PeriodUnit.MONTH);
    const wanted = { after, atMost: size, among, updatedSince };
    const { userIds, end } = await listMembersWithin(db, actor, rangeOf(calendar, now), wanted);
    const all = await totalsOfMembers(db, actor, userIds, { days, calendar });
    // What was in these days may have been moved meanwhile. Those who are asked for by changes must learn of it.
    const totals = all.filter(({ logs, ...each }) => logs > 0 || 'openSession' in each || updatedSince !== null);
    return {
      totals: totals.map((each) => ({ ...each, periods: [] })),
      hasMore: end !== null,
      ...(end !== null && { end: { sort: end, id: end } }),
    };
  },
);

async function membersAfter(userGroupId: string, after: string | null, call: Call): Promise<readonly string[]> {
  const request = { userGroupId, ...(after !== null && { afterUserId: after }) };
  return (await call(UserGroupService.method.listUserGroupMemberIds, request)).userIds;
}

function userIdOf(position: Position | undefined): string | null {
  if (!position) return null;
  return isUuid(position.id) ? position.id : refuseField('/page/after/id', 'invalid_string', 'must be of a user');
}
