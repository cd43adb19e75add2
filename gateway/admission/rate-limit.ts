import type { Decision, Rate } from '../../libraries/sliding-window/index.ts';

/** Requests per window, and its length. */
export const RATE_LIMIT: Rate = { limit: 1000, windowMs: 60_000 };

/** The RateLimit headers of every answer to a request with valid credentials (decisions 6). Retry-After belongs to the 429 itself. */
export function rateLimitHeaders(decision: Decision): Record<string, string> {
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.resetSeconds),
    'ratelimit-policy': `${decision.limit};w=${decision.windowSeconds}`,
  };
}
