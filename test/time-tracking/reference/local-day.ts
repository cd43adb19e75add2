/**
 * Days as a wall calendar shows them: asked of Intl instant by instant, so that no rule of a time zone is known here.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date of an instant, `2026-10-05`. @param zone an IANA zone; null is UTC (rule 5) */
export function localDate(instant: number, zone: string | null): string {
  const timeZone = zone ?? 'UTC';
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const parts = format.formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/**
 * The last millisecond that has the local date of an instant: found by looking at every quarter of an hour of the next
 * days, and by halving the quarter in which the date is seen last.
 */
export function endOfDay(instant: number, zone: string | null): number {
  const date = localDate(instant, zone);
  let last = instant;
  for (let probe = instant; probe <= instant + LONGEST_DAY_MS; probe += QUARTER_MS) {
    if (localDate(probe, zone) === date) last = probe;
  }
  let next = last + QUARTER_MS;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (localDate(middle, zone) === date) last = middle;
    else next = middle;
  }
  return last;
}

const QUARTER_MS = 15 * 60 * 1000;
/** Longer than any day of any zone has been since 1970. */
const LONGEST_DAY_MS = 52 * 60 * 60 * 1000;
