import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { query } from '../../../platform/handler/query.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { addHours, inMinutes, noHours } from '../domain/hours.ts';
import { calendarOf, periodFaults } from '../domain/periods.ts';
import { getMember } from '../members/admit-member.ts';
import { listTrackedTime } from '../store/tracked-time.ts';

/** GET /time-tracking/totals: by local days of the institution. */
export const getTotals = query(LogService.method.getTotals, async (db, { member, from, to, by }, { actor, call }) => {
  const violations = periodFaults(from, to);
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
  const { userId, zone } = await getMember(member, call);
  const calendar = calendarOf({ start: from, end: to }, units.of(by || PeriodUnit.DAY), zone);
  let hours = noHours(calendar);
  let openSession = {};
  for await (const records of listTrackedTime(db, actor, userId, calendar)) {
    hours = addHours(hours, calendar, records);
    const last = records.at(-1);
    if (last?.end === null) openSession = { openSession: { id: last.id, startTime: toInstantText(last.start) } };
  }
  const periods = hours.periods.map((sum, index) => ({ ...calendar.periods[index], ...inMinutes(sum) }));
  return { totals: { userId, timeZone: zone, from, to, ...inMinutes(hours.total), ...openSession, periods } };
});

const units = lowerCaseTexts(PeriodUnit);
