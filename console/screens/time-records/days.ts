import { toInstantText } from '../../../platform/core/instant.ts';
import type { Present } from '../../components/time.ts';

/** The present day of the institution. */
export function todayIn({ now, timeZone }: Present): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The first instant of a day in the institution's time zone: RFC 3339. */
export function startOf(day: Temporal.PlainDate, { timeZone }: Pick<Present, 'timeZone'>): string {
  return toInstantText(day.toZonedDateTime({ timeZone }).epochMilliseconds);
}
