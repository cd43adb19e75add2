import type { AlertProofs } from './alert-proof.ts';
import { eventProofs } from './proofs/events.ts';
import { requestProofs } from './proofs/requests.ts';
import { resourceProofs } from './proofs/resources.ts';

/** By the name of the alert. */
export const alertProofs: AlertProofs = {
  ...requestProofs,
  ...eventProofs,
  ...resourceProofs,
};
