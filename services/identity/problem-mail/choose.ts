import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import type { Precondition } from '../../../proto/gen/lyceum/common/v1/precondition_pb.ts';
import type { TokenOwner } from '../sign-in/owner-token.ts';
import { lockAdministrator, updateAdministrator } from '../store/administrators.ts';
import { findChoice, writeChoice } from '../store/problem-mails.ts';

/**
 * Writes whether an administrator wants email about problems; nobody's, if the owner is none any more. The audit log
 * has it as a change of the administrator. A precondition compares the choice.
 */
export async function choose(
  tx: Tx,
  { institutionId, userId }: TokenOwner,
  { isWanted, precondition }: { readonly isWanted: boolean; readonly precondition?: Precondition | undefined },
  { now, newId }: Pick<CommandContext<TenantActor>, 'now' | 'newId'>,
): Promise<void> {
  const administrator = await lockAdministrator(tx, { institutionId }, userId);
  if (!administrator) return;
  const chosen = await findChoice(tx, { institutionId, userId });
  checkRevision(precondition, chosen?.revision ?? '');
  if ((chosen?.isWanted ?? false) === isWanted) return;
  const revision = newId();
  updateAdministrator(tx, { ...administrator, revision });
  writeChoice(tx, { institutionId, userId, isWanted, revision, changedAt: toInstantText(now) });
}
