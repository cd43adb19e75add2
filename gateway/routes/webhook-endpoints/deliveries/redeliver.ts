import { DeliveryService } from '../../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { writeEndpoint } from '../../../endpoint/endpoint.ts';
import { WebhookDelivery, webhookDeliveryExample } from '../../../schema/webhook-delivery.ts';
import { deliveryView } from './delivery-view.ts';

export const redeliverWebhook = writeEndpoint({
  path: '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
  method: 'POST',
  operationId: 'redeliverWebhook',
  tag: 'Webhooks',
  summary: 'Send a delivery again',
  description:
    'It is pending again, with all its attempts before it, whatever became of it. Where an earlier event of the same resource waits, it comes after that. 409 while the endpoint is disabled.',
  isExtension: true,
  idempotencyKey: 'honoured',
  body: null,
  bodyFaultStatus: 422,
  success: 202,
  data: WebhookDelivery,
  hasEtag: false,
  example: webhookDeliveryExample,
  errors: [409],
  async run({ params, send }) {
    const request = { endpointId: params.id, id: params.deliveryId ?? '' };
    const { message, metadata } = await send(DeliveryService.method.redeliver, request);
    return { data: deliveryView(message.delivery), metadata };
  },
});
