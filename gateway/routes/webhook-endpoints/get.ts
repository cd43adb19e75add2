import { present } from '../../../platform/core/present.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { WebhookEndpoint, webhookEndpointExample } from '../../schema/webhook-endpoint.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

export const getWebhookEndpoint = readEndpoint({
  path: '/webhook-endpoints/{id}',
  operationId: 'getWebhookEndpoint',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Get one webhook endpoint',
  isExtension: true,
  data: WebhookEndpoint,
  example: webhookEndpointExample,
  async run({ params, call }) {
    const response = await call(EndpointService.method.getEndpoint, { id: params.id });
    const endpoint = present(response.endpoint, 'endpoint');
    return { data: webhookEndpointView(endpoint), revision: endpoint.revision };
  },
});
