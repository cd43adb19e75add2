const SECONDS = /^\d+$/;
/** The form of RFC 9110 that senders must use. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The milliseconds for which a receiver's `Retry-After` asks (RFC 9110, 10.2.3), or null where there is none or it cannot be read.
 * @param now epoch milliseconds; a date in the past is 0
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const instant = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}
