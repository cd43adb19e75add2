import { resourceIn } from '../../../platform/core/json-resource.ts';
import { EndpointSchema, EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import {
  WebhookEndpointCreate,
  WebhookEndpointWithSecret,
  webhookEndpointExample,
} from '../../schema/webhook-endpoint.ts';
import { withSecret } from './webhook-endpoint-view.ts';

export const createWebhookEndpoint = writeEndpoint({
  path: '/webhook-endpoints',
  method: 'POST',
  operationId: 'createWebhookEndpoint',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Create a webhook endpoint',
  description: 'Only this response shows the secret. An institution can have at most 20 endpoints.',
  isExtension: true,
  hasDryRun: false,
  idempotencyKey: 'required',
  body: WebhookEndpointCreate,
  bodyExample: { url: 'https://campus.nordhafen.example/hooks/lyceum', types: ['appointment.created'] },
  success: 201,
  data: WebhookEndpointWithSecret,
  example: { ...webhookEndpointExample, secret: 'whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZi4=' },
  errors: [409],
  async run({ body, send }) {
    const endpoint = resourceIn(EndpointSchema, { isEnabled: true, ...body });
    const { message, metadata } = await send(EndpointService.method.createEndpoint, { endpoint });
    return { ...withSecret(message), metadata };
  },
});
