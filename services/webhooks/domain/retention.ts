/** How long the feed keeps an event: as long, and until the day (UTC) of its recording is over for as long. */
export const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
