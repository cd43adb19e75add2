import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { RefusalKind } from '../../../platform/core/errors/catalogue.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import type { Consent, ConsentAnswer, ConsentSource } from '../../../platform/handler/consent.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refusals } from '../domain/refusals.ts';

/**
 * Identity must consent to whoever is archived: an owner must remain who can sign in, and an administrator archives
 * nobody with more roles than their own. It notes who leaves until
 * directory has committed, so that two who archive each other at once do not both pass, in whatever way they do it.
 */
export const archivingConsent: ConsentSource = {
  async ask(call, ids, isTrial) {
    const { archivingId, refused } = await askIdentity(call, ids, isTrial);
    return { note: archivingId, refused };
  },
  async takeBack(call, archivingId) {
    await call(AdministratorService.method.cancelArchiving, { archivingId });
  },
};

/** What identity says of an archiving, and notes unless it is a trial. */
export async function askIdentity(
  call: Call,
  userIds: readonly string[],
  isTrial: boolean,
): Promise<Pick<ConsentAnswer, 'refused'> & { readonly archivingId: string }> {
  const request = { userIds: [...userIds], dryRun: isTrial };
  const {
    archivingId,
    lastAdministratorId: last,
    protectedIds,
  } = await call(AdministratorService.method.beginArchiving, request);
  const refused = new Map<string, RefusalKind>(protectedIds.map((id) => [id, refusals.ADMINISTRATOR_PROTECTED]));
  if (last !== undefined) refused.set(last, refusals.LAST_ADMINISTRATOR);
  return { archivingId, refused };
}

/** A user before and after a change. */
interface Change {
  readonly id: string;
  /** Null for a new user. */
  readonly before: Archivable | null;
  readonly after: Archivable;
}

interface Archivable {
  readonly isArchived: boolean;
}

/**
 * Wants identity's consent to those of the users who are archived, with which the transaction has to settle. Refuses
 * with LAST_ADMINISTRATOR or ADMINISTRATOR_PROTECTED.
 * @param pointerOf where a request about several users archives one: `/users/3/isArchived`
 */
export function wantArchiving<C extends Change>(
  consent: Consent,
  actor: TenantActor,
  changes: readonly C[],
  pointerOf?: (change: C) => string,
): void {
  const archived = changes.filter(({ before, after }) => before?.isArchived === false && after.isArchived);
  if (archived.length === 0) return;
  const refused = consent.want(
    actor,
    archived.map(({ id }) => id),
  );
  for (const change of archived) {
    const kind = refused.get(change.id);
    if (!kind) continue;
    const pointer = pointerOf?.(change);
    const violations = pointer === undefined ? [] : [{ pointer, code: 'invalid_value', message: LAST } as const];
    throw new Refusal(kind, { violations });
  }
}

/** Bundles are an operator's, whom only the last owner stops. */
const LAST = 'would leave no owner who can sign in to the console';
