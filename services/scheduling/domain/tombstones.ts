/** How long calendars show that an appointment was deleted, in milliseconds; then nothing is left of it. */
export const TOMBSTONE_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
