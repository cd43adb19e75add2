import { DAY_MS } from '../../../platform/core/instant.ts';

/** How long an ended delivery is kept with its attempts, counted from its creation. */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS;
