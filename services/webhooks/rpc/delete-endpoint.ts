import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { lockEndpoint, deleteEndpoint as remove } from '../store/endpoints.ts';

/**
 * DELETE /webhook-endpoints/{id}. Pending deliveries are never sent and are removed later: there may be many, and
 * locking them would hold up the feed.
 */
export const deleteEndpoint = command(EndpointService.method.deleteEndpoint, {
  async run(tx, { id, precondition }, { actor }) {
    const endpoint = (await lockEndpoint(tx, actor, id)) ?? refuse('ENDPOINT_NOT_FOUND');
    requireRevision(precondition, endpoint.revision);
    remove(tx, actor, endpoint.id);
    return { response: {} };
  },
});
