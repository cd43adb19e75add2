import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Owner } from '../store/request-chunks.ts';

/** No integration has it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Whose requests a caller sees: an integration its own, operators and administrators those of the institution, or of
 * the integration that they name.
 */
export function ownerOf(actor: TenantActor, integrationId: string | undefined): Owner {
  const { institutionId } = actor;
  if (actor.kind === 'integration') return { institutionId, integrationId: actor.integrationId };
  if (actor.kind === 'feed') return { institutionId, integrationId: NOBODY };
  const named = integrationId === undefined ? null : isUuid(integrationId) ? integrationId : NOBODY;
  return { institutionId, integrationId: named };
}
