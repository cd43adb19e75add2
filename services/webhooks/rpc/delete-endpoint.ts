import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { cancelDeliveries } from '../store/due-deliveries.ts';
import { lockEndpoint, deleteEndpoint as remove } from '../store/endpoints.ts';

/** DELETE /webhook-endpoints/{id}. */
export const deleteEndpoint = command(EndpointService.method.deleteEndpoint, {
  async run(tx, { id, precondition }, { actor, now }) {
    const endpoint = (await lockEndpoint(tx, actor, id)) ?? refuse('ENDPOINT_NOT_FOUND');
    requireRevision(precondition, endpoint.revision);
    const { institutionId } = actor;
    cancelDeliveries(tx, { institutionId, endpointId: endpoint.id, now });
    remove(tx, actor, endpoint.id);
    return { response: {} };
  },
});
