import { fromBinary } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import { consume } from '../../../platform/handler/consume.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { deleteAdministrator, lockAdministrator, lockAdministrators } from '../store/administrators.ts';
import { noteArchived } from '../store/archived-users.ts';
import { countAdministrators } from '../store/counts.ts';
import { changesEmail, endSessions } from './changed-email.ts';

/**
 * A user whom directory archives stops being an administrator, cannot sign in and gets no email, and all sessions
 * and links end. The event has all that is needed, so no other service is called. Directory archives no last owner: see
 * BeginArchiving. If one was archived nevertheless, before it asked or in a database that was restored, the role ends
 * all the same, since directory lets nobody in who is archived. Coming back does not bring the role back.
 */
export const archiving = consume('archiving', [UserUpdatedSchema.typeName], {
  isAudited: (envelope) => said(envelope) === true || changesEmail(envelope),
  async run(tx, envelopes) {
    for (const envelope of envelopes) {
      const { aggregateId: id, institutionId } = envelope;
      if (changesEmail(envelope)) await endSessions(tx, envelope);
      const isArchived = said(envelope);
      if (isArchived === undefined) continue;
      noteArchived(tx, { institutionId, id }, isArchived);
      if (isArchived) await endRole(tx, envelope);
    }
    return [];
  },
});

function said({ payload }: EventEnvelope): boolean | undefined {
  return fromBinary(UserUpdatedSchema, payload).isArchived;
}

/** Ends the role that the user had when archived. */
async function endRole(
  tx: Tx,
  { id: eventId, aggregateId: id, institutionId, occurredAt }: EventEnvelope,
): Promise<void> {
  lockAdministrators(tx, { institutionId });
  const administrator = await lockAdministrator(tx, { institutionId }, id);
  // The event is late: the user has been restored and made an administrator again since.
  const isOther =
    administrator && fromInstantText(administrator.createdAt) > fromInstantText(occurredAt) + CLOCKS_DIFFER_MS;
  if (!administrator || isOther) return;
  const now = fromInstantText(occurredAt);
  await deleteAdministrator(tx, { institutionId }, id, { id: eventId, now, author: 'archiving', authorId: null });
  countAdministrators(tx, { institutionId }, -1);
}

/** More than the clocks of two services do: in doubt the role ends. */
const CLOCKS_DIFFER_MS = 2 * 60_000;
