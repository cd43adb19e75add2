import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { writeEndpoint } from '../../endpoint/endpoint.ts';
import { WebhookDelivery, webhookDeliveryExample } from '../../schema/webhook-delivery.ts';
import { deliveryView } from './deliveries/delivery-view.ts';

export const testWebhookEndpoint = writeEndpoint({
  path: '/webhook-endpoints/{id}/test',
  method: 'POST',
  operationId: 'testWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Send a webhook endpoint an event for trial',
  description:
    'The event is of the type `webhook.test`, whatever the types of the endpoint, and is not in the feed: its `sequence` is 0. 409 while the endpoint is disabled.',
  isExtension: true,
  idempotencyKey: 'honoured',
  body: null,
  bodyFaultStatus: 422,
  success: 202,
  data: WebhookDelivery,
  hasEtag: false,
  example: { ...webhookDeliveryExample, eventType: 'webhook.test' },
  errors: [409],
  async run({ params, send }) {
    const { message, metadata } = await send(DeliveryService.method.sendTestEvent, { endpointId: params.id });
    return { data: deliveryView(message.delivery), metadata };
  },
});
