import { DAY_MS } from '../../../platform/core/instant.ts';

const MINUTE_MS = 60_000;

/** An institution's deliveries are counted by the minutes and days of UTC. All instants are epoch milliseconds. */

export const startOfMinute = (now: number): number => now - (now % MINUTE_MS);
export const startOfDay = (now: number): number => now - (now % DAY_MS);

/** When more requests may be made to receivers, once those of the minute are used up. */
export const nextMinute = (now: number): number => startOfMinute(now) + MINUTE_MS;

/** The whole seconds until more deliveries may be requested, once those of the day are used up; at least 1. */
export const secondsToNextDay = (now: number): number => Math.ceil((startOfDay(now) + DAY_MS - now) / 1_000);
