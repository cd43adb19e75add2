import { Type } from 'typebox';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { WebhookEndpoint, webhookEndpointExample } from '../../schema/webhook-endpoint.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

export const listWebhookEndpoints = listEndpoint({
  path: '/webhook-endpoints',
  operationId: 'listWebhookEndpoints',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'List webhook endpoints',
  description: 'Ordered by `createdAt`.',
  isExtension: true,
  filters: Type.Object({}),
  item: WebhookEndpoint,
  example: webhookEndpointExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ page, call }) {
    const { endpoints, hasMore } = await call(EndpointService.method.listEndpoints, { page });
    return { items: endpoints.map(webhookEndpointView), hasMore };
  },
});
