import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { cancelDeliveries } from '../store/deliveries.ts';
import { lockQueue } from '../store/endpoint-queues.ts';
import { lockEndpoint, deleteEndpoint as remove } from '../store/endpoints.ts';

/** DELETE /webhook-endpoints/{id}. */
export const deleteEndpoint = command(EndpointService.method.deleteEndpoint, {
  async run(tx, { id, precondition }, { actor, now }) {
    const endpoint = (await lockEndpoint(tx, actor, id)) ?? refuse('ENDPOINT_NOT_FOUND');
    requireRevision(precondition, endpoint.revision);
    lockQueue(tx, { institutionId: actor.institutionId, endpointId: endpoint.id });
    cancelDeliveries(tx, actor, endpoint.id, now);
    remove(tx, actor, endpoint.id);
    return { response: {} };
  },
});
