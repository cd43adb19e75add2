/**
 * Instants travel between processes and into JSON as text: RFC 3339, UTC, exactly milliseconds (`2026-01-31T12:00:00.000Z`). Domain rules compute
 * with epoch milliseconds, and compare those.
 */

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))$/;

/** What is wrong with a date-time of a request. */
export interface DateTimeFault {
  readonly code: 'invalid_string' | 'too_small' | 'too_big';
  readonly message: string;
}

/** Epoch milliseconds to text. */
export function toInstantText(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Epoch milliseconds for a library that takes nothing else. */
export function toDate(epochMs: number): Date {
  return new Date(epochMs);
}

/**
 * Text written by {@link toInstantText}, or any RFC 3339 date-time that was checked before, to epoch milliseconds. Records may be older than the
 * bounds of requests, which are not asked for here.
 */
export function fromInstantText(text: string): number {
  const epochMs = epochMsOf(text);
  if (epochMs === null) throw new RangeError(`not an RFC 3339 date-time: ${text}`);
  return epochMs;
}

/** A client's date-time to epoch milliseconds, or null when it has a {@link dateTimeFault}. */
export function parseDateTime(text: string): number | null {
  const epochMs = epochMsOf(text);
  return epochMs === null || boundsFault(epochMs) ? null : epochMs;
}

/**
 * What is wrong with a client's date-time, or null (decisions 1.7, 13.1): it is RFC 3339 with an offset, of the years 1970 to 9998 in UTC. Digits
 * beyond the millisecond are cut, never rounded, so that 23:59:59.9996 stays on its day; impossible dates, hour 24 and offsets beyond 23:59 are
 * refused.
 */
export function dateTimeFault(text: string): DateTimeFault | null {
  const epochMs = epochMsOf(text);
  return epochMs === null ? MALFORMED : boundsFault(epochMs);
}

/** The same for a request between services, whose instants are written by {@link toInstantText}. */
export function instantFault(text: string): DateTimeFault | null {
  const epochMs = epochMsOf(text);
  return epochMs === null || toInstantText(epochMs) !== text ? MALFORMED : boundsFault(epochMs);
}

/** Whether a text is an instant as it is stored: written by {@link toInstantText}, of the years 1970 to 9999. */
export function isInstantText(text: string): boolean {
  const epochMs = epochMsOf(text);
  return epochMs !== null && epochMs >= FIRST && toInstantText(epochMs) === text;
}

/** Where an instant's text is in time, in epoch milliseconds; `-infinity` is before all. */
export function placeInTime(text: string): number {
  return text === '-infinity' ? Number.NEGATIVE_INFINITY : fromInstantText(text);
}

/** A date-time of four-digit years; null for what is none. */
function epochMsOf(text: string): number | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = '', , sign, offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (sign && (Number(offsetHour) > 23 || Number(offsetMinute) > 59)) return null;
  // Not `Date.UTC`, which takes the year 70 for 1970. Both take 30 February for 2 March: only what is given back unchanged exists.
  const midnight = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (toInstantText(midnight).slice(0, 10) !== `${year}-${month}-${day}`) return null;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + milliseconds;
  const offset = sign ? (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1) : 0;
  return local - offset;
}

function boundsFault(epochMs: number): DateTimeFault | null {
  if (epochMs < FIRST) return TOO_EARLY;
  return epochMs > LAST ? TOO_LATE : null;
}

const FIRST = 0;
const LAST = Date.UTC(9998, 11, 31, 23, 59, 59, 999);
const MALFORMED: DateTimeFault = { code: 'invalid_string', message: 'must be an RFC 3339 date-time with an offset' };
const TOO_EARLY: DateTimeFault = { code: 'too_small', message: 'must not be before the year 1970' };
const TOO_LATE: DateTimeFault = { code: 'too_big', message: 'must not be after the year 9998' };
