import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { PeriodUnit } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { addHours, inMinutes, inSeconds, noHours, type TrackedTime } from '../domain/hours.ts';
import { type Calendar, calendarOf, periodFaults } from '../domain/periods.ts';

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

/** The hours of a member by the periods of a calendar, and the open session. @param pages the member's records */
export async function totalsOf(
  userId: string,
  { from, to, zone }: Days,
  calendar: Calendar,
  pages: AsyncIterable<readonly TrackedTime[]> | Iterable<readonly TrackedTime[]>,
) {
  let hours = noHours(calendar);
  let openSession = {};
  for await (const records of pages) {
    hours = addHours(hours, calendar, records);
    const last = records.at(-1);
    if (last?.end === null) openSession = { openSession: { id: last.id, startTime: toInstantText(last.start) } };
  }
  const [total, ...periods] = [hours.total, ...hours.periods].map((sum) => ({ ...inMinutes(sum), ...inSeconds(sum) }));
  const ofPeriods = periods.map((sums, index) => ({ ...calendar.periods[index], ...sums }));
  return { userId, timeZone: zone, from, to, ...total, ...openSession, periods: ofPeriods };
}

const units = lowerCaseTexts(PeriodUnit);
