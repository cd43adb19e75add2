import { toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { zoneOf } from '../members/admit-member.ts';
import { listMembersWithRecords } from '../store/listed-records.ts';
import { findTrackedTime, listTrackedTime } from '../store/tracked-time.ts';
import { calendarIn, refuseBadDays, totalsOf } from './member-totals.ts';

/** The hours of several members, for the console. */
export const listTotals = query(
  RecordService.method.listTotals,
  async (db, { by, userIds: named, ...dates }, { actor, now, call }) => {
    refuseBadDays(dates);
    const days = { ...dates, zone: await zoneOf(call) };
    const calendar = calendarIn(days, by);
    const [first, last] = [
      calendar.stretches[0]?.start ?? calendar.start,
      calendar.stretches.at(-1)?.end ?? calendar.end,
    ];
    const range = { from: toInstantText(first), to: toInstantText(last), now: toInstantText(now) };
    const { userIds, hasMore } =
      named.length > 0
        ? { userIds: named, hasMore: false }
        : await listMembersWithRecords(db, actor, range, MAX_MEMBERS);
    const few = userIds.length > 0 ? await findTrackedTime(db, actor, userIds, calendar) : null;
    const recordsOf = (userId: string) =>
      few ? [few.get(userId) ?? []] : listTrackedTime(db, actor, userId, calendar);
    const all = await Promise.all(userIds.map((userId) => totalsOf(userId, days, calendar, recordsOf(userId))));
    return { totals: all.map((each) => ({ ...each, periods: each.periods.filter(({ logs }) => logs > 0) })), hasMore };
  },
);

const MAX_MEMBERS = 50;
