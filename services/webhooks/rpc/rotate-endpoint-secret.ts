import { changedAt } from '../../../platform/core/instant.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { webhooksConfig } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { newSigningSecret } from '../secrets/signing-secret.ts';
import { rotateSecret } from '../store/endpoint-secrets.ts';
import { endpointMessage, lockEndpoint, updateEndpoint } from '../store/endpoints.ts';

/** POST /webhook-endpoints/{id}/rotate-secret: receivers have a day to switch to the new secret. */
export const rotateEndpointSecret = command(EndpointService.method.rotateEndpointSecret, {
  async run(tx, { id, precondition }, { actor, now, newId, runtime }) {
    const stored = (await lockEndpoint(tx, actor, id)) ?? refuse('ENDPOINT_NOT_FOUND');
    checkRevision(precondition, stored.revision);
    const endpoint = { ...stored, revision: newId(), updatedAt: changedAt(stored.updatedAt, now) };
    const secret = newSigningSecret(runtime.ids);
    await rotateSecret(tx, actor, { endpointId: endpoint.id, id: newId(), secret, now }, webhooksConfig(runtime).keys);
    updateEndpoint(tx, actor, endpoint);
    return { response: { endpoint: endpointMessage(endpoint), secret } };
  },
});
