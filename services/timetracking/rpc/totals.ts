import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import type { Closing } from '../domain/closed-month.ts';
import { addHours, inMinutes, inSeconds, marksOf, noHours, type TrackedTime } from '../domain/hours.ts';
import { type Calendar, calendarOf, periodFaults } from '../domain/periods.ts';
import { getMemberOfLogs, zoneOf } from '../members/admit-member.ts';
import { findClosings } from '../store/closed-months.ts';
import type { Range } from '../store/listed-records.ts';
import { listMembersWithin } from '../store/members-with-records.ts';
import { findTrackedTime, listTrackedTime } from '../store/tracked-time.ts';

/** GET /time-tracking/totals: by local days of the institution. */
export const getTotals = query(LogService.method.getTotals, async (db, { member, by, ...dates }, { actor, call }) => {
  refuseBadDays(dates);
  const { userId, zone } = await getMemberOfLogs(member, call);
  const days = { ...dates, zone };
  const calendar = calendarIn(days, by);
  return { totals: await totalsOf(userId, days, calendar, listTrackedTime(db, actor, userId, calendar)) };
});

/** The hours of several members, for the console. */
export const listTotals = query(
  RecordService.method.listTotals,
  async (db, { by, userIds: named, afterUserId = null, ...dates }, { actor, now, call }) => {
    refuseBadDays(dates);
    const days = { ...dates, zone: await zoneOf(call) };
    const calendar = calendarIn(days, by);
    const { userIds, end } =
      named.length > 0
        ? { userIds: named, end: null }
        : await listMembersWithin(db, actor, rangeOf(calendar, now), { after: afterUserId, atMost: MAX_MEMBERS });
    const marks = findClosings(db, actor, userIds, calendar.start);
    const all = await totalsOfMembers(db, actor, userIds, { days, calendar, marks });
    return {
      totals: all.map((each) => ({ ...each, periods: each.periods.filter(({ logs }) => logs > 0) })),
      hasMore: end !== null,
      ...(end !== null && { endUserId: end }),
    };
  },
);

const MAX_MEMBERS = 50;

/** The time of all periods of a calendar, for those who have records in it. */
export function rangeOf({ stretches, start, end }: Calendar, now: number): Range {
  const [first, last] = [stretches[0]?.start ?? start, stretches.at(-1)?.end ?? end];
  return { from: toInstantText(first), to: toInstantText(last), now: toInstantText(now) };
}

interface Counting {
  readonly days: Days;
  readonly calendar: Calendar;
  /** The closed months of members; without them, nothing is marked. */
  readonly marks?: ReturnType<typeof findClosings>;
}

/** The hours of members by the periods of a calendar, and their open sessions, in the order of the ids. */
export async function totalsOfMembers(
  db: Reader,
  actor: TenantActor,
  userIds: readonly string[],
  { days, calendar, marks }: Counting,
) {
  const [few, closings] = await Promise.all([
    userIds.length > 0 ? findTrackedTime(db, actor, userIds, calendar) : null,
    marks,
  ]);
  const recordsOf = (userId: string) => (few ? [few.get(userId) ?? []] : listTrackedTime(db, actor, userId, calendar));
  const closingsOf = (userId: string) => closings && (closings.get(userId) ?? []);
  return Promise.all(userIds.map((userId) => totalsOf(userId, days, calendar, recordsOf(userId), closingsOf(userId))));
}

/** The days whose hours are asked for: dates, half-open. */
interface Days {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

/** Refuses with REQUEST_INVALID dates that bound no periods. */
export function refuseBadDays({ from, to }: Pick<Days, 'from' | 'to'>): void {
  const violations = periodFaults(from, to);
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** The periods of a request, in days unless it says otherwise. */
export function calendarIn({ from, to, zone }: Days, by: PeriodUnit): Calendar {
  return calendarOf({ start: from, end: to }, units.of(by || PeriodUnit.DAY), zone);
}

/**
 * The hours of a member by the periods of a calendar, and the open session.
 * @param pages the member's records
 * @param closings the member's closed months; without them, nothing is marked
 */
export async function totalsOf(
  userId: string,
  { from, to, zone }: Days,
  calendar: Calendar,
  pages: AsyncIterable<readonly TrackedTime[]> | Iterable<readonly TrackedTime[]>,
  closings?: readonly Closing[],
) {
  let hours = noHours(calendar);
  let openSession = {};
  for await (const records of pages) {
    hours = addHours(hours, calendar, records, closings);
    const last = records.at(-1);
    if (last?.end === null) openSession = { openSession: { id: last.id, startTime: toInstantText(last.start) } };
  }
  const shown = (sum: typeof hours.total) => ({
    ...inMinutes(sum),
    ...inSeconds(sum),
    ...(closings && { marks: marksOf(sum) }),
  });
  const ofPeriods = hours.periods.map((sum, index) => ({ ...calendar.periods[index], ...shown(sum) }));
  return { userId, timeZone: zone, from, to, ...shown(hours.total), ...openSession, periods: ofPeriods };
}

const units = lowerCaseTexts(PeriodUnit);
