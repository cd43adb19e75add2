import type { Rate } from './rate-limit-store.ts';

/** Requests per window, and its length (spec: Limits). */
export const RATE_LIMIT: Rate = { limit: 1000, windowMs: 60_000 };
