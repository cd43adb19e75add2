import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { noteChange } from '../store/administrator-notices.ts';
import { lockAdministrator, updateAdministrator } from '../store/administrators.ts';
import { deleteSessions } from '../store/sessions.ts';

/**
 * Whether an event gives a user another email address, by the API, SCIM or a bundle: whoever does that need not have
 * the role of an administrator whom it names. In the console, only who has all roles of a person changes the address.
 */
export function changesEmail({ changed, actorType }: EventEnvelope): boolean {
  return changed.includes('email') && actorType !== 'administrator';
}

/**
 * Ends the sessions of an administrator who has another address: it may be another person's, who signs in with it. The
 * audit log has it as a change of the administrator.
 */
export async function endSessions(
  tx: Tx,
  { id, institutionId, aggregateId: userId, occurredAt }: EventEnvelope,
): Promise<void> {
  const administrator = await lockAdministrator(tx, { institutionId }, userId);
  if (!administrator) return;
  const change = { id, institutionId, subjectId: userId, roles: undefined, now: fromInstantText(occurredAt) };
  noteChange(tx, { ...change, author: 'api', authorId: null });
  updateAdministrator(tx, { ...administrator, revision: id });
  deleteSessions(tx, { institutionId, userId });
}
