import type { Decision } from './rate-limit-store.ts';

/** The RateLimit headers of every answer to a request with valid credentials (decisions 6). Retry-After belongs to the refusal itself. */
export function rateLimitHeaders(decision: Decision): Record<string, string> {
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.resetSeconds),
    'ratelimit-policy': `${decision.limit};w=${decision.windowSeconds}`,
  };
}
