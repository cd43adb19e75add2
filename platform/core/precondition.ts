import type { Precondition } from '../../proto/gen/lyceum/common/v1/precondition_pb.ts';
import { refuse } from './errors/refusal.ts';

/**
 * Refuses a conditional write whose condition the record does not meet (decisions 4.2); called under the record's lock, so that check and
 * write are one step (4.4), and after the record was found, because 404 comes before 428 and 412 (1.4).
 */
export function requireRevision(precondition: Precondition | undefined, revision: string): void {
  if (!precondition) refuse('REVISION_REQUIRED');
  checkRevision(precondition, revision);
}

/** The same where the condition is optional. */
export function checkRevision(precondition: Precondition | undefined, revision: string): void {
  if (!precondition || precondition.any || precondition.revisions.includes(revision)) return;
  refuse('REVISION_STALE');
}
