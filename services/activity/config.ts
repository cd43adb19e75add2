import { integer } from '../../platform/core/config/variables.ts';
import { DAY_MS } from '../../platform/core/instant.ts';

/** Variables that only the activity service reads. */
export const activityVariables = {
  REQUEST_RETENTION_DAYS: integer({
    description: 'days for which records of requests are kept',
    fallback: '15',
    minimum: 1,
    maximum: 3_650,
  }),
};

/**
 * How long the record of a request is kept, in milliseconds, counted from the end of the day (UTC) on which it arrived.
 */
export function requestRetentionMs({ REQUEST_RETENTION_DAYS: days }: Readonly<Record<string, unknown>>): number {
  return Number(days ?? activityVariables.REQUEST_RETENTION_DAYS.fallback) * DAY_MS;
}

/** How long hourly sums are kept, counted from the end of their month: thirteen months. */
export const USAGE_RETENTION_MS = 396 * DAY_MS;

/** How long a batch is known to have been recorded: far longer than a gateway sends it again. */
export const BATCH_RETENTION_MS = DAY_MS;
