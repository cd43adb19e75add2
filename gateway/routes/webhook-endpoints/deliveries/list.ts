import { Type } from 'typebox';
import { DeliveryService } from '../../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { listEndpoint } from '../../../endpoint/declare.ts';
import { Choice } from '../../../schema/types.ts';
import { DELIVERY_STATUSES, WebhookDelivery, webhookDeliveryExample } from '../../../schema/webhook-delivery.ts';
import { deliveryView } from './delivery-view.ts';

export const listWebhookDeliveries = listEndpoint({
  path: '/webhook-endpoints/{id}/deliveries',
  operationId: 'listWebhookDeliveries',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'List deliveries to a webhook endpoint',
  description: 'Newest first. A delivery that has ended is kept for 30 days.',
  isExtension: true,
  filters: Type.Object({
    status: Type.Optional(Choice(DELIVERY_STATUSES, 'Only deliveries of this status.')),
    eventId: Type.Optional(
      Type.String({
        description: 'Only deliveries of this event. An unknown event gives an empty list.',
        maxLength: 1000,
      }),
    ),
  }),
  item: WebhookDelivery,
  example: webhookDeliveryExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ params, filters, page, call }) {
    const request = { ...filters, endpointId: params.id, page };
    const { deliveries, hasMore } = await call(DeliveryService.method.listDeliveries, request);
    return { items: deliveries.map(deliveryView), hasMore };
  },
});
