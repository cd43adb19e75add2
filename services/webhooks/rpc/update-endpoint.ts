import { toInstantText } from '../../../platform/core/instant.ts';
import { requireRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { webhooksConfig } from '../config.ts';
import { changeEndpoint } from '../domain/endpoint.ts';
import { refuse } from '../domain/refusals.ts';
import { forgetAnswers, lockQueue, refreshQueue } from '../store/endpoint-queues.ts';
import { endpointMessage, lockEndpoint, updateEndpoint as write } from '../store/endpoints.ts';

/** PATCH /webhook-endpoints/{id}: check and write under the endpoint's lock. */
export const updateEndpoint = command(EndpointService.method.updateEndpoint, {
  async run(tx, request, { actor, now, newId, runtime }) {
    const endpoint = (await lockEndpoint(tx, actor, request.id)) ?? refuse('ENDPOINT_NOT_FOUND');
    requireRevision(request.precondition, endpoint.revision);
    const { guard } = webhooksConfig(runtime);
    const next = changeEndpoint(endpoint, request, { revision: newId(), now, rules: guard });
    if (next !== endpoint) write(tx, actor, next);
    if (next.isEnabled !== endpoint.isEnabled || next.url !== endpoint.url) {
      const queue = { institutionId: actor.institutionId, endpointId: endpoint.id };
      lockQueue(tx, queue);
      if (next.isEnabled && !endpoint.isEnabled) forgetAnswers(tx, queue);
      refreshQueue(tx, queue, toInstantText(now));
    }
    return { response: { endpoint: endpointMessage(next) } };
  },
});
