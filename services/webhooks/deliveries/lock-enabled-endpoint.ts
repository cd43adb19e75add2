import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { known } from '../domain/granted.ts';
import { refuse } from '../domain/refusals.ts';
import { type EndpointKey, lockQueue } from '../store/endpoint-queues.ts';
import { lockEndpoint, updateEndpoint } from '../store/endpoints.ts';

/** An endpoint that is locked. */
interface Locked {
  readonly endpoint: EndpointKey;
  /** Says in the audit log that something was sent: the endpoint is written as it is. */
  note(): void;
}

/**
 * Locks an endpoint and its queue before something is sent to it. Refuses an endpoint that does not exist or is
 * disabled.
 */
export async function lockEnabledEndpoint(tx: Tx, actor: TenantActor, id: string): Promise<Locked> {
  const endpoint = known(actor, await lockEndpoint(tx, actor, id));
  if (!endpoint.isEnabled) refuse('ENDPOINT_DISABLED');
  const key = { institutionId: actor.institutionId, endpointId: endpoint.id };
  lockQueue(tx, key);
  return { endpoint: key, note: () => updateEndpoint(tx, actor, endpoint) };
}
