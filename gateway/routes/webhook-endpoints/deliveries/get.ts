import { type Attempt, DeliveryService } from '../../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { readEndpoint } from '../../../endpoint/declare.ts';
import { asView } from '../../../endpoint/envelope.ts';
import {
  type DeliveryWithAttemptsView,
  WebhookDeliveryWithAttempts,
  webhookAttemptExample,
  webhookDeliveryExample,
} from '../../../schema/webhook-delivery.ts';
import { deliveryView } from './delivery-view.ts';

export const getWebhookDelivery = readEndpoint({
  path: '/webhook-endpoints/{id}/deliveries/{deliveryId}',
  operationId: 'getWebhookDelivery',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Get one delivery with its attempts',
  isExtension: true,
  data: WebhookDeliveryWithAttempts,
  example: { ...webhookDeliveryExample, attempts: [webhookAttemptExample] },
  async run({ params, call }) {
    const request = { endpointId: params.id, id: params.deliveryId ?? '' };
    const { delivery, attempts } = await call(DeliveryService.method.getDelivery, request);
    return { data: { ...deliveryView(delivery), attempts: attempts.map(attemptView) } };
  },
});

const attemptView = asView<DeliveryWithAttemptsView['attempts'][number], Attempt>;
