/** How long a delivery is kept with its attempts, from its creation on, once it has ended. */
export const DELIVERY_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
