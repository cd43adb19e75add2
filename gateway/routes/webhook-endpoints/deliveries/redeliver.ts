import { DeliveryService } from '../../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { writeEndpoint } from '../../../endpoint/declare.ts';
import { WebhookDelivery, webhookDeliveryExample } from '../../../schema/webhook-delivery.ts';
import { refusals } from '../refusals.ts';
import { deliveryView } from './delivery-view.ts';

export const redeliverWebhook = writeEndpoint({
  path: '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
  method: 'POST',
  operationId: 'redeliverWebhook',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Send a delivery again',
  description:
    'Sets the delivery to pending again with all its attempts, whatever its status was. If an earlier event of the same resource is still waiting, that one is sent first. Returns 409 while the endpoint is disabled, and 429 when the institution has requested as many deliveries as it may in a day.',
  isExtension: true,
  hasDryRun: false,
  body: null,
  success: 202,
  data: WebhookDelivery,
  hasEtag: false,
  example: webhookDeliveryExample,
  refusals: [refusals.disabled, refusals.exhausted],
  async run({ params, send }) {
    const request = { endpointId: params.id, id: params.deliveryId ?? '' };
    const { message, metadata } = await send(DeliveryService.method.redeliver, request);
    return { data: deliveryView(message.delivery), metadata };
  },
});
