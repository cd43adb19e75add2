import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { WebhookEndpointWithSecret, webhookEndpointExample } from '../../schema/webhook-endpoint.ts';
import { withSecret } from './webhook-endpoint-view.ts';

export const rotateWebhookSecret = writeEndpoint({
  path: '/webhook-endpoints/{id}/rotate-secret',
  method: 'POST',
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Only this response shows the new secret. For 24 hours, events are signed with the previous secret, too. At most three secrets are valid at a time: then the response is 409.',
  isExtension: true,
  hasDryRun: false,
  body: null,
  success: 200,
  data: WebhookEndpointWithSecret,
  example: { ...webhookEndpointExample, secret: 'whsec_bm90IGEgc2VjcmV0LCBidXQgYW4gZXhhbXBsZSBvZi4=' },
  async run({ params, send }) {
    const { message, metadata } = await send(EndpointService.method.rotateEndpointSecret, { id: params.id });
    return { ...withSecret(message), metadata };
  },
});
