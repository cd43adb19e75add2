import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { refusals as kinds } from '../../problem/refusals.ts';

/** Refusals of webhook endpoints as the OpenAPI document shows them. */
export const refusals = {
  disabled: new Refusal(kinds.ENDPOINT_DISABLED),
  unproven: new Refusal(kinds.ENDPOINT_UNPROVEN),
  replaying: new Refusal(kinds.ENDPOINT_REPLAYING),
  exhausted: new Refusal(kinds.DELIVERIES_EXHAUSTED, {
    extensions: { deliveriesLeft: 120, retryAfterSeconds: 3_600 },
  }),
} as const;
