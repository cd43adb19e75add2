import type { AlertProofs } from './alert-proof.ts';
import { availability } from './proofs/availability.ts';
import { backupProofs } from './proofs/backups.ts';
import { eventProofs } from './proofs/events.ts';
import { postgresProofs } from './proofs/postgres.ts';
import { requestProofs } from './proofs/requests.ts';
import { resourceProofs } from './proofs/resources.ts';

/** By the name of the alert. */
export const alertProofs: AlertProofs = {
  ...availability,
  ...requestProofs,
  ...eventProofs,
  ...resourceProofs,
  ...backupProofs,
  ...postgresProofs,
};
