/**
 * Between processes and in JSON, instants are text: RFC 3339, UTC, exactly milliseconds (`2026-01-31T12:00:00.000Z`).
 * Domain rules compute with epoch milliseconds and compare those.
 */

export const HOUR_MS = 60 * 60 * 1_000;
export const DAY_MS = 24 * HOUR_MS;

/** Why a date-time or a date in a request is invalid. */
export interface DateTimeFault {
  readonly code: 'invalid_string' | 'too_small' | 'too_big';
  readonly message: string;
}

/** Epoch milliseconds to text. */
export function toInstantText(epochMs: number): string {
  const day = Math.floor(epochMs / DAY_MS);
  const ms = Math.trunc(epochMs - day * DAY_MS);
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)}T${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}.${THREE_DIGITS[ms % 1_000]}Z`;
}

/**
 * The `updatedAt` of a record that changes at an instant in epoch milliseconds. It never goes back: the command that
 * got the record's lock first may have begun later, and the clocks of replicas differ. @param former the record's
 * present `updatedAt`
 */
export function changedAt(former: string, now: number): string {
  const at = toInstantText(now);
  return former > at ? former : at;
}

/** Epoch milliseconds as a Date, for libraries that accept nothing else. */
export function toDate(epochMs: number): Date {
  return new Date(epochMs);
}

/**
 * Text written by {@link toInstantText}, or any RFC 3339 date-time that was checked before, to epoch milliseconds. Does
 * not check the bounds of requests, because records may be older.
 */
export function fromInstantText(text: string): number {
  // A year of hours is thousands of instants, and Temporal needs several times as long for each.
  const own = isInUtcWithMilliseconds(text) ? Date.parse(text) : Number.NaN;
  const epochMs = Number.isNaN(own) ? epochMsOf(text) : own;
  if (epochMs === null) throw new RangeError(`not an RFC 3339 date-time: ${text}`);
  return epochMs;
}

/** A client's date-time to epoch milliseconds, or null if it has a {@link dateTimeFault}. */
export function parseDateTime(text: string): number | null {
  const epochMs = epochMsOf(text);
  return epochMs === null || boundsFault(epochMs) ? null : epochMs;
}

/**
 * Why a client's date-time is invalid, or null (decisions 1.7, 13.1). A valid one is RFC 3339 with an offset, in the
 * years 1970 to 9998 UTC. Digits beyond the millisecond are truncated, never rounded, so that 23:59:59.9996 stays on
 * its day. Impossible dates, hour 24 and offsets beyond 23:59 are invalid.
 */
export function dateTimeFault(text: string): DateTimeFault | null {
  const epochMs = epochMsOf(text);
  return epochMs === null ? malformed(text) : boundsFault(epochMs);
}

/** The same for requests between services, whose instants are written by {@link toInstantText}. */
export function instantFault(text: string): DateTimeFault | null {
  const epochMs = isInUtcWithMilliseconds(text) ? epochMsOf(text) : null;
  return epochMs === null ? malformed(text) : boundsFault(epochMs);
}

/** Why a client's date (`2026-01-31`) is invalid, or null. A valid one exists, in the years 1970 to 9998. */
export function dateFault(text: string): DateTimeFault | null {
  const epochMs = /^\d{4}-\d\d-\d\d$/.test(text) ? epochMsOf(`${text}T00:00:00Z`) : null;
  return epochMs === null
    ? { code: 'invalid_string', message: 'must be a date such as 2026-10-05' }
    : boundsFault(epochMs);
}

/** Whether a text is an instant as it is stored: written by {@link toInstantText}, in the years 1970 to 9999. */
export function isInstantText(text: string): boolean {
  const epochMs = isInUtcWithMilliseconds(text) ? epochMsOf(text) : null;
  return epochMs !== null && epochMs >= FIRST;
}

/** An instant's text in epoch milliseconds; `-infinity` sorts before all others. */
export function sortableEpochMs(text: string): number {
  return text === '-infinity' ? Number.NEGATIVE_INFINITY : fromInstantText(text);
}

/** Whether a text has the one RFC 3339 form that {@link toInstantText} writes. */
function isInUtcWithMilliseconds(text: string): boolean {
  return text.length === 24 && text[10] === 'T' && text[19] === '.' && text[23] === 'Z';
}

/**
 * A date-time with a four-digit year, or null if the text is not one. Temporal also reads other forms, and second 60 as
 * 59. It reads nine digits of a second, so that the others are left out.
 */
function epochMsOf(text: string): number | null {
  if (!RFC_3339.test(text)) return null;
  try {
    return Temporal.Instant.from(text.replace(BEYOND_NANOSECONDS, '$1')).epochMilliseconds;
  } catch {
    return null;
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
const BEYOND_NANOSECONDS = /(\.\d{9})\d+/;

/** A day as text, by its number since 1970-01-01. Cached: the instants of a request often share few days. */
function dayText(day: number): string {
  const slot = day & (MAX_DAY_TEXTS - 1);
  const known = dayTexts[slot];
  if (known?.day === day) return known.text;
  const text = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);
  dayTexts[slot] = { day, text };
  return text;
}

/** A power of two. */
const MAX_DAY_TEXTS = 1024;
const dayTexts: { readonly day: number; readonly text: string }[] = [];
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

function malformed(text: string): DateTimeFault {
  const hint = BLANK_FOR_PLUS.test(text) ? '; write + as %2B in a query, where + means a blank' : '';
  return { code: 'invalid_string', message: EXPECTED + hint };
}

/** The offset's sign is a blank: a query decodes a `+` that is not percent-encoded to a blank. */
const BLANK_FOR_PLUS = /:\d\d(\.\d+)? \d\d:\d\d$/;

function boundsFault(epochMs: number): DateTimeFault | null {
  if (epochMs < FIRST) return TOO_EARLY;
  return epochMs > LAST ? TOO_LATE : null;
}

const FIRST = 0;
const LAST = Date.UTC(9998, 11, 31, 23, 59, 59, 999);
const EXPECTED = 'must be an RFC 3339 date-time with an offset, such as 2026-10-05T08:00:00+02:00';
const TOO_EARLY: DateTimeFault = { code: 'too_small', message: 'must not be before the year 1970' };
const TOO_LATE: DateTimeFault = { code: 'too_big', message: 'must not be after the year 9998' };

/** Names without an area that are not abbreviations. */
const BARE_NAMES = ['UTC', 'GMT'];

/**
 * The IANA zone with a name, in canonical spelling regardless of the name's case, or null if there is none. Offsets
 * (`+02:00`) and abbreviations (`CET`, `EST`), some of which Temporal accepts, do not count: an offset has no daylight
 * saving, and an abbreviation means different zones in different regions.
 */
export function findTimeZone(name: string): string | null {
  const bare = BARE_NAMES.find((each) => each === name.toUpperCase());
  if (bare !== undefined) return bare;
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name)) return null;
  try {
    // Days and calendars are computed with Temporal. It keeps the name of a link; Intl knows names that IANA has
    // removed.
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return null;
  }
}
