import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { WebhookReplay, WebhookReplayed } from '../../schema/webhook-delivery.ts';
import { refusals } from './refusals.ts';

export const replayWebhookEvents = writeEndpoint({
  path: '/webhook-endpoints/{id}/replay',
  method: 'POST',
  operationId: 'replayWebhookEvents',
  tag: 'Webhooks',
  service: 'webhooks',
  summary: 'Send events of the feed again',
  description:
    'Sends at most 10,000 events of a range again, in order, of the types that the endpoint subscribes to. Events that already wait to be sent there are skipped. Their deliveries are created as the receiver takes them; later events follow. Returns 409 while the endpoint is disabled, while another of its replays runs, and if its URL has never responded with 2xx: send a test event first. Returns 429 with `deliveriesLeft` when the institution may not request as many deliveries in the rest of the day.',
  isExtension: true,
  hasDryRun: false,
  idempotencyKey: 'required',
  body: WebhookReplay,
  bodyExample: { fromSequence: 4711 },
  success: 202,
  data: WebhookReplayed,
  hasEtag: false,
  example: { deliveries: 12 },
  refusals: [refusals.disabled, refusals.unproven, refusals.replaying, refusals.exhausted],
  async run({ params, body: { fromSequence, toSequence }, send }) {
    const { message, metadata } = await send(DeliveryService.method.replayEvents, {
      endpointId: params.id,
      fromSequence: BigInt(fromSequence),
      ...(toSequence === undefined ? {} : { toSequence: BigInt(toSequence) }),
    });
    return { data: { deliveries: message.deliveries }, metadata };
  },
});
