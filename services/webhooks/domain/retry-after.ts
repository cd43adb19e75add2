const SECONDS = /^\d+$/;
/** The form that RFC 9110 requires of senders. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The milliseconds that a receiver's `Retry-After` requests (RFC 9110, 10.2.3), or null if it is absent or unreadable.
 * @param now epoch milliseconds; a date in the past gives 0
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const instant = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}
