import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { WebhookDelivery, webhookDeliveryExample } from '../../schema/webhook-delivery.ts';
import { deliveryView } from './deliveries/delivery-view.ts';
import { refusals } from './refusals.ts';

export const testWebhookEndpoint = writeEndpoint({
  path: '/webhook-endpoints/{id}/test',
  method: 'POST',
  operationId: 'testWebhookEndpoint',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends an event of type `webhook.test`, whatever types the endpoint subscribes to. The event is not in the feed; its `sequence` is 0. Returns 409 while the endpoint is disabled, and 429 when the institution has requested as many deliveries as it may in a day.',
  isExtension: true,
  hasDryRun: false,
  body: null,
  success: 202,
  data: WebhookDelivery,
  hasEtag: false,
  example: { ...webhookDeliveryExample, eventType: 'webhook.test', attemptCount: 0, lastAttempt: null },
  refusals: [refusals.disabled, refusals.exhausted],
  async run({ params, send }) {
    const { message, metadata } = await send(DeliveryService.method.sendTestEvent, { endpointId: params.id });
    return { data: deliveryView(message.delivery), metadata };
  },
});
