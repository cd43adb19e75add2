/** Whether the local date of an instant (epoch milliseconds) in an IANA zone is before that of another instant. */
export function isOnEarlierDay(at: number, other: number, zone: string): boolean {
  return Temporal.PlainDate.compare(dateOf(at, zone), dateOf(other, zone)) < 0;
}

/**
 * The last millisecond of the local day of an instant, in epoch milliseconds: the one before the next local midnight
 * or, where midnight is skipped, before the first moment of the next day (decisions 10.5). Days have 23, 24, 25 or
 * other numbers of hours; dates that a zone skipped are passed over.
 */
export function endOfLocalDay(at: number, zone: string): number {
  const nextDay = dateOf(at, zone).add({ days: 1 });
  const firstMoment = nextDay.toZonedDateTime({ timeZone: zone }).epochMilliseconds;
  // A clock that is set back across midnight repeats the end of the day: then the day ends at the second midnight.
  if (firstMoment > at) return firstMoment - 1;
  return nextDay.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds - 1;
}

function dateOf(at: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
}
