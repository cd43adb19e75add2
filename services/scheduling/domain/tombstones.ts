/** How long calendars show that an appointment was deleted, in milliseconds; after that it is removed entirely. */
export const TOMBSTONE_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
