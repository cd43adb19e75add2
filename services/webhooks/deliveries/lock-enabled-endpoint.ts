import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { known } from '../domain/granted.ts';
import { refuse } from '../domain/refusals.ts';
import { type EndpointKey, lockQueue } from '../store/endpoint-queues.ts';
import { lockEndpoint } from '../store/endpoints.ts';

/**
 * Locks an endpoint and its queue before something is sent to it. Refuses an endpoint that does not exist or is
 * disabled.
 */
export async function lockEnabledEndpoint(tx: Tx, actor: TenantActor, id: string): Promise<EndpointKey> {
  const endpoint = known(actor, await lockEndpoint(tx, actor, id));
  if (!endpoint.isEnabled) refuse('ENDPOINT_DISABLED');
  const key = { institutionId: actor.institutionId, endpointId: endpoint.id };
  lockQueue(tx, key);
  return key;
}
