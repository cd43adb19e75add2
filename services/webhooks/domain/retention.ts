/** How long an ended delivery is kept with its attempts, counted from its creation. */
export const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
