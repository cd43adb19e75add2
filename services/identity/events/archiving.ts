import { fromBinary } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import { consume } from '../../../platform/handler/consume.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { countAdministrators } from '../store/administrator-counts.ts';
import { deleteAdministrator, lockAdministrator, lockAdministrators } from '../store/administrators.ts';
import { noteArchived } from '../store/archived-users.ts';

/**
 * Whoever directory archives is no administrator any more, can no longer sign in and gets no email, and all sessions
 * and links end: what the event says is enough, so this waits for nobody. The last one who can sign in goes like any
 * other: by the API and by SCIM that is allowed. Coming back does not bring the role back.
 */
export const archiving = consume('archiving', [UserUpdatedSchema.typeName], {
  isAudited: (envelope) => said(envelope) === true,
  async run(tx, envelopes) {
    for (const envelope of envelopes) {
      const { aggregateId: id, institutionId } = envelope;
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

/** Ends the role that somebody had when they were archived. */
async function endRole(tx: Tx, { aggregateId: id, institutionId, occurredAt }: EventEnvelope): Promise<void> {
  lockAdministrators(tx, { institutionId });
  const administrator = await lockAdministrator(tx, { institutionId }, id);
  // An event that comes late: they are back since, and somebody has given them the role anew.
  const isOther =
    administrator && fromInstantText(administrator.createdAt) > fromInstantText(occurredAt) + CLOCKS_DIFFER_MS;
  if (!administrator || isOther) return;
  await deleteAdministrator(tx, { institutionId }, id);
  countAdministrators(tx, { institutionId }, -1);
}

/** More than the clocks of two services do: in doubt the role ends. */
const CLOCKS_DIFFER_MS = 2 * 60_000;
