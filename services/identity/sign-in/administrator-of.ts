import type { AdministratorActor, TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';

/** The caller of an RPC that only administrators may call. */
export function administratorOf(actor: TenantActor): AdministratorActor {
  return actor.kind === 'administrator' ? actor : refuse('CALLER_FORBIDDEN');
}
