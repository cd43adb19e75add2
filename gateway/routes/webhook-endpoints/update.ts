import { maskOf, resourceIn } from '../../../platform/core/json-resource.ts';
import { present } from '../../../platform/core/present.ts';
import { EndpointSchema, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
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
  hasDryRun: false,
  ifMatch: 'required',
  body: WebhookEndpointUpdate,
  bodyExample: { isEnabled: true },
  success: 200,
  data: WebhookEndpoint,
  example: webhookEndpointExample,
  async run({ params, body, precondition, send }) {
    const { message, metadata } = await send(EndpointService.method.updateEndpoint, {
      id: params.id,
      endpoint: resourceIn(EndpointSchema, body),
      updateMask: maskOf(EndpointSchema, body),
      ...(precondition ? { precondition } : {}),
    });
    const endpoint = present(message.endpoint, 'endpoint');
    return { data: webhookEndpointView(endpoint), revision: endpoint.revision, metadata };
  },
});
