import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import { CalendarDayKind } from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';

/** The kinds of days as they are stored. */
export const calendarDayKinds = lowerCaseTexts(CalendarDayKind);

export type CalendarDayKindName = (typeof calendarDayKinds.all)[number];

/** So that the days that touch a period are found among those that begin shortly before it. */
const MAX_DAYS_AFTER = 366;

/** Why days cannot last from one date to another, or null. The dates are valid. */
export function spanFault(from: string, to: string): string | null {
  if (to < from) return 'must not be before from';
  const latest = Temporal.PlainDate.from(from).add({ days: MAX_DAYS_AFTER });
  return to > String(latest) ? `must be at most ${MAX_DAYS_AFTER} days after from` : null;
}

/** The earliest date on which days can begin that last until a date. */
export function earliestBegin(date: string): string {
  return String(Temporal.PlainDate.from(date).subtract({ days: MAX_DAYS_AFTER }));
}
