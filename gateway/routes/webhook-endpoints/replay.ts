import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { writeEndpoint } from '../../endpoint/endpoint.ts';
import { WebhookReplay, WebhookReplayed } from '../../schema/webhook-delivery.ts';

export const replayWebhookEvents = writeEndpoint({
  path: '/webhook-endpoints/{id}/replay',
  method: 'POST',
  operationId: 'replayWebhookEvents',
  tag: 'Webhooks',
  summary: 'Send events of the feed again',
  description:
    'Creates deliveries of the events of a range that the endpoint wants, 10,000 at most, but of those that wait to be sent there already. 409 while the endpoint is disabled.',
  isExtension: true,
  idempotencyKey: 'required',
  body: WebhookReplay,
  bodyExample: { fromSequence: 4711 },
  bodyFaultStatus: 422,
  success: 202,
  data: WebhookReplayed,
  hasEtag: false,
  example: { deliveries: 12 },
  errors: [409],
  async run({ params, body: { fromSequence, toSequence }, send }) {
    const { message, metadata } = await send(DeliveryService.method.replayEvents, {
      endpointId: params.id,
      fromSequence: BigInt(fromSequence),
      ...(toSequence === undefined ? {} : { toSequence: BigInt(toSequence) }),
    });
    return { data: { deliveries: message.deliveries }, metadata };
  },
});
