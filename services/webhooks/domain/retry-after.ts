import { toDate } from '../../../platform/core/instant.ts';

const SECONDS = /^\d+$/;

const DAYS = ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const [shortDay, longDay] = [DAYS.map((day) => day.slice(0, 3)).join('|'), DAYS.map((day) => `${day}day`).join('|')];
const [month, time] = [`(?<month>${MONTHS.join('|')})`, '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)'];
/**
 * The forms that a recipient accepts (RFC 9110, 5.6.7): the one of today, and the two obsolete ones of RFC 850 and of
 * C's asctime.
 */
const HTTP_DATES = [
  new RegExp(`^(?:${shortDay}), (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^(?:${longDay}), (?<day>\\d\\d)-${month}-(?<shortYear>\\d\\d) ${time} GMT$`),
  new RegExp(`^(?:${shortDay}) ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];

/**
 * The milliseconds that a receiver's `Retry-After` requests (RFC 9110, 10.2.3), or null if it is absent or unreadable.
 * @param now epoch milliseconds; a date in the past gives 0
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const instant = httpDate(text, now);
  return instant === null ? null : Math.max(0, instant - now);
}

function httpDate(text: string, now: number): number | null {
  const found = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return null;
  const { year, shortYear, ...rest } = found;
  if (year !== undefined) return instantOf(Number(year), rest);
  // Two digits are the latest year that is not more than 50 years in the future.
  const soon = toDate(now);
  const horizon = soon.setUTCFullYear(soon.getUTCFullYear() + 50);
  const latest = soon.getUTCFullYear() - ((soon.getUTCFullYear() - Number(shortYear)) % 100);
  const instant = instantOf(latest, rest);
  return instant !== null && instant <= horizon ? instant : instantOf(latest - 100, rest);
}

/** Null for an impossible day or time; 60 seconds are a leap second. */
function instantOf(year: number, { month = '', ...rest }: Readonly<Record<string, string>>): number | null {
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map((name) => Number(rest[name])) as [
    ...[number, number, number, number],
  ];
  const date = toDate(0);
  date.setUTCFullYear(year, MONTHS.indexOf(month), day);
  if (date.getUTCDate() !== day || hour > 23 || minute > 59 || second > 60) return null;
  return date.setUTCHours(hour, minute, second);
}
