import { DAY_MS } from '../../../platform/core/instant.ts';

/** How long calendars show that an appointment was deleted, in milliseconds; after that it is removed entirely. */
export const TOMBSTONE_RETENTION_MS = 30 * DAY_MS;
