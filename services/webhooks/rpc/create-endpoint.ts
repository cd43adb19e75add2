import { command } from '../../../platform/handler/command.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { webhooksConfig } from '../config.ts';
import { createEndpoint as decide } from '../domain/endpoint.ts';
import { newSigningSecret } from '../secrets/signing-secret.ts';
import { insertSecret } from '../store/endpoint-secrets.ts';
import { endpointMessage, insertEndpoint } from '../store/endpoints.ts';

/** POST /webhook-endpoints. The database rejects the twenty-first. */
export const createEndpoint = command(EndpointService.method.createEndpoint, {
  async run(tx, { endpoint: given }, { actor, now, newId, runtime }) {
    const { keys, guard } = webhooksConfig(runtime);
    const endpoint = decide(given, { id: newId(), revision: newId(), now, rules: guard });
    const secret = newSigningSecret(runtime.ids);
    insertEndpoint(tx, actor, endpoint);
    insertSecret(tx, actor, { endpointId: endpoint.id, id: newId(), secret }, keys);
    return { response: { endpoint: endpointMessage(endpoint), secret } };
  },
});
