import type { Decision, Rate } from './rate-limit-store.ts';
import type { Window } from './window.ts';

/** Counts one request in a window that has been moved to its instant, if the limit allows it. */
export function takeFromWindow(window: Window, now: number, { limit, windowMs }: Rate): Decision {
  const allowed = window.count < limit;
  if (allowed) window.add(now);
  // The oldest instant is after now - windowMs, so that this is at least 1.
  const resetSeconds = Math.ceil((window.oldest + windowMs - now) / 1000);
  return {
    allowed,
    limit,
    windowSeconds: windowMs / 1000,
    remaining: limit - window.count,
    resetSeconds,
    retryAfterSeconds: allowed ? 0 : resetSeconds,
  };
}
