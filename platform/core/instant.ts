/**
 * Instants travel between processes and into JSON as text: RFC 3339, UTC, exactly milliseconds (`2026-01-31T12:00:00.000Z`). Domain rules compute
 * with epoch milliseconds, and compare those.
 */

/** What is wrong with a date-time of a request. */
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
  const epochMs = isInUtcWithMilliseconds(text) ? epochMsOf(text) : null;
  return epochMs === null ? MALFORMED : boundsFault(epochMs);
}

/** Whether a text is an instant as it is stored: written by {@link toInstantText}, of the years 1970 to 9999. */
export function isInstantText(text: string): boolean {
  const epochMs = isInUtcWithMilliseconds(text) ? epochMsOf(text) : null;
  return epochMs !== null && epochMs >= FIRST;
}

/** Where an instant's text is in time, in epoch milliseconds; `-infinity` is before all. */
export function sortableEpochMs(text: string): number {
  return text === '-infinity' ? Number.NEGATIVE_INFINITY : fromInstantText(text);
}

/** Of RFC 3339's spellings of an instant the one that {@link toInstantText} writes. */
function isInUtcWithMilliseconds(text: string): boolean {
  return text.length === 24 && text[10] === 'T' && text[19] === '.' && text[23] === 'Z';
}

/**
 * A date-time of four-digit years; null for what is none. Read digit by digit, and computed without `Date`: a bulk holds tens of thousands, and an
 * expression with a `Date` for each takes ten times as long.
 */
function epochMsOf(text: string): number | null {
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return null;
  if (text[10] !== 'T' && text[10] !== 't') return null;
  const [hour, minute, second] = [numberAt(text, 11, 2), numberAt(text, 14, 2), numberAt(text, 17, 2)];
  const day = dayOf(numberAt(text, 0, 4), numberAt(text, 5, 2), numberAt(text, 8, 2));
  if (day === null || !(hour < 24 && minute < 60 && second < 60)) return null;
  let end = 19;
  if (text[end] === '.') while (isDigit(text, ++end));
  if (end === 20) return null;
  const offset = offsetMs(text, end);
  if (offset === null) return null;
  const milliseconds = end === 23 ? numberAt(text, 20, 3) : Number(text.slice(20, Math.min(end, 23)).padEnd(3, '0'));
  return day * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + milliseconds - offset;
}

/** The offset from UTC that ends a date-time; null for what is none. */
function offsetMs(text: string, at: number): number | null {
  const sign = text[at];
  if (sign === 'Z' || sign === 'z') return text.length === at + 1 ? 0 : null;
  if ((sign !== '+' && sign !== '-') || text[at + 3] !== ':' || text.length !== at + 6) return null;
  const [hour, minute] = [numberAt(text, at + 1, 2), numberAt(text, at + 4, 2)];
  if (!(hour < 24 && minute < 60)) return null;
  return (hour * 60 + minute) * 60_000 * (sign === '-' ? -1 : 1);
}

/** The number of a date's day since 1970-01-01 in the Gregorian calendar; null for one that does not exist, or of NaN. */
function dayOf(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lastDay = month === 2 && isLeap ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0);
  if (Number.isNaN(year) || !(day >= 1 && day <= lastDay)) return null;
  // In years that begin with March, so that a leap day is the last of its year.
  const marchYear = month > 2 ? year : year - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const dayOfMarchYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return marchYear * 365 + leapDays + dayOfMarchYear - DAYS_BEFORE_1970;
}

/** The number that so many digits are; NaN where one of them is none. */
function numberAt(text: string, at: number, digits: number): number {
  let number = 0;
  for (let n = at; n < at + digits; n++) {
    if (!isDigit(text, n)) return Number.NaN;
    number = number * 10 + text.charCodeAt(n) - ZERO;
  }
  return number;
}

function isDigit(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9;
}

/** A day as text, by its number since 1970-01-01. What is read and written at once is often of few days. */
function dayText(day: number): string {
  const slot = day & (DAY_TEXTS_AT_MOST - 1);
  const known = dayTexts[slot];
  if (known?.day === day) return known.text;
  const text = new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);
  dayTexts[slot] = { day, text };
  return text;
}

/** A power of two. */
const DAY_TEXTS_AT_MOST = 1024;
const dayTexts: { readonly day: number; readonly text: string }[] = [];
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** From 1 March of the year 0. */
const DAYS_BEFORE_1970 = 719_468;
const ZERO = 0x30;
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));

function boundsFault(epochMs: number): DateTimeFault | null {
  if (epochMs < FIRST) return TOO_EARLY;
  return epochMs > LAST ? TOO_LATE : null;
}

const FIRST = 0;
const LAST = Date.UTC(9998, 11, 31, 23, 59, 59, 999);
const MALFORMED: DateTimeFault = { code: 'invalid_string', message: 'must be an RFC 3339 date-time with an offset' };
const TOO_EARLY: DateTimeFault = { code: 'too_small', message: 'must not be before the year 1970' };
const TOO_LATE: DateTimeFault = { code: 'too_big', message: 'must not be after the year 9998' };
