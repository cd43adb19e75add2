import type { Rate } from '../../libraries/sliding-window/index.ts';

/** Requests per window, and its length. */
export const RATE_LIMIT: Rate = { limit: 1000, windowMs: 60_000 };
