import type { Precondition } from '../../proto/gen/lyceum/common/v1/precondition_pb.ts';
import { refuse } from './errors/refusal.ts';

/**
 * Refuses a conditional write if the record does not meet its condition (decisions 4.2). Call it under the record's
 * lock, so that check and write are atomic (4.4), and after the record was found, because 404 takes precedence over 428
 * and 412 (1.4).
 */
export function requireRevision(precondition: Precondition | undefined, revision: string): void {
  if (!precondition) refuse('REVISION_REQUIRED');
  checkRevision(precondition, revision);
}

/** The same with an optional condition. */
export function checkRevision(precondition: Precondition | undefined, revision: string): void {
  if (!precondition) return;
  const { any, revisions, none, otherThan } = precondition;
  if (!any && !revisions.includes(revision)) refuse('REVISION_STALE');
  if (none || otherThan.includes(revision)) refuse('REVISION_EXCLUDED');
}
