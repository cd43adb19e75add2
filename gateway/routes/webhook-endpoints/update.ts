import { present } from '../../../platform/core/present.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { writeEndpoint } from '../../endpoint/endpoint.ts';
import { nullNames, withoutNulls } from '../../endpoint/nulls.ts';
import { WebhookEndpoint, WebhookEndpointUpdate, webhookEndpointExample } from '../../schema/webhook-endpoint.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

export const updateWebhookEndpoint = writeEndpoint({
  path: '/webhook-endpoints/{id}',
  method: 'PATCH',
  operationId: 'updateWebhookEndpoint',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Change a webhook endpoint',
  description: 'Fields that you leave out keep their values. `null` clears `description`.',
  isExtension: true,
  ifMatch: 'required',
  body: WebhookEndpointUpdate,
  bodyExample: { isEnabled: true },
  bodyFaultStatus: 422,
  success: 200,
  data: WebhookEndpoint,
  example: webhookEndpointExample,
  async run({ params, body: { types, ...body }, precondition, send }) {
    const { message, metadata } = await send(EndpointService.method.updateEndpoint, {
      ...withoutNulls(body),
      id: params.id,
      clear: nullNames(body),
      ...(types ? { types: { names: types } } : {}),
      ...(precondition ? { precondition } : {}),
    });
    const endpoint = present(message.endpoint, 'endpoint');
    return { data: webhookEndpointView(endpoint), revision: endpoint.revision, metadata };
  },
});
