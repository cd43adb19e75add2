/**
 * Instants travel between processes and into JSON as text: RFC 3339, UTC, exactly milliseconds (`2026-01-31T12:00:00.000Z`), a fixed
 * width for the years 1970 to 9999, so that they sort as text. Domain rules compute with epoch milliseconds.
 */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/;

/** Epoch milliseconds to text. */
export function toInstantText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Text written by {@link toInstantText}, or any RFC 3339 date-time that was checked before, to epoch milliseconds. */
export function fromInstantText(text: string): number {
  const epochMs = parseDateTime(text);
  if (epochMs === null) throw new RangeError(`not an RFC 3339 date-time: ${text}`);
  return epochMs;
}

/**
 * A client's date-time to epoch milliseconds, or null when it is none (decisions 1.7): RFC 3339 with an offset; digits beyond the
 * millisecond are cut, never rounded, so that 23:59:59.9996 stays on its day; impossible dates, hour 24, offsets beyond 23:59 and
 * years outside 1970 to 9999 are refused.
 */
export function parseDateTime(text: string): number | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = '', , sign, offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (sign && (Number(offsetHour) > 23 || Number(offsetMinute) > 59)) return null;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // `Date.UTC` takes 30 February for 2 March, and the year 70 for 1970: only what it gives back unchanged exists.
  if (new Date(midnight).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds;
  const offset = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1) : 0;
  const epochMs = local - offset;
  return epochMs >= 0 && epochMs <= LAST ? epochMs : null;
}

const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
