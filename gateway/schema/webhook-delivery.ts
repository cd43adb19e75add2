import { type Static, Type } from 'typebox';
import { AttemptSchema, DeliverySchema } from '../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;

const attemptWords = {
  at: Instant('When the request began.'),
  durationMs: Type.Integer({ description: 'The duration in milliseconds.', minimum: 0, examples: [84] }),
  status: nullable(
    Type.Integer({ description: 'The status of the response; null if there was none.', examples: [503] }),
  ),
  error: {
    text: 'Why there was no complete response: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`. Null if there was one.',
    example: 'timeout',
  },
  response: 'The beginning of the response, at most 1 KiB; null if there was none.',
};

const LastAttempt = representation(
  'WebhookLastAttempt',
  AttemptSchema,
  { ...attemptWords, durationMs: null, response: null },
  { description: 'The last request to the receiver; null if none was made.' },
);

const words = {
  id: Id('The delivery’s id.'),
  endpointId: Id('The webhook endpoint.'),
  eventId: Id('The id of the event, which receivers get as `webhook-id`.'),
  eventType: { text: 'The type of the event.', example: 'user.updated' },
  status: Type.String({
    enum: [...DELIVERY_STATUSES],
    description: 'Whether the receiver has the event. `cancelled`: nothing more will be sent.',
    examples: ['pending'],
  }),
  nextAttemptAt: nullable(
    Instant(
      'When the next attempt is due; later if the institution’s requests of the minute are used up, or while a replay runs. Null if the delivery has ended, and while it waits for an earlier event of the same resource.',
    ),
  ),
  attemptCount: Type.Integer({ description: 'The number of attempts that were made.', minimum: 0, examples: [1] }),
  lastAttempt: nullable(LastAttempt),
  createdAt: Instant('When the delivery was created.'),
  updatedAt: Instant('When it was last attempted or requested.'),
};

/** The delivery of an event to an endpoint. */
export const WebhookDelivery = representation('WebhookDelivery', DeliverySchema, words);
export type DeliveryView = Static<typeof WebhookDelivery>;

const WebhookAttempt = representation('WebhookAttempt', AttemptSchema, attemptWords, {
  description: 'A request to the receiver.',
});

/** The same with its attempts, as a single read shows it. */
export const WebhookDeliveryWithAttempts = representation('WebhookDeliveryWithAttempts', DeliverySchema, {
  ...words,
  attempts: Type.Array(WebhookAttempt, { description: 'The attempts, in chronological order.' }),
});
export type DeliveryWithAttemptsView = Static<typeof WebhookDeliveryWithAttempts>;

const Sequence = (description: string) =>
  Type.Integer({ description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [4711] });

/** The body of POST /webhook-endpoints/{id}/replay. */
export const WebhookReplay = Type.Object(
  {
    fromSequence: Sequence('The `sequence` of the first event to send.'),
    toSequence: Type.Optional(Sequence('The `sequence` of the last event to send. By default the end of the feed.')),
  },
  { title: 'WebhookReplay', additionalProperties: false },
);

/** The answer to a replay. */
export const WebhookReplayed = Type.Object(
  {
    deliveries: Type.Integer({ description: 'The number of deliveries that are created.', minimum: 0, examples: [12] }),
  },
  { title: 'WebhookReplayed' },
);

export const webhookDeliveryExample: DeliveryView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1401',
  endpointId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1301',
  eventId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  eventType: 'user.updated',
  status: 'pending',
  nextAttemptAt: '2026-10-05T08:00:05.000Z',
  attemptCount: 1,
  lastAttempt: { at: '2026-10-05T08:00:00.000Z', status: 503, error: null },
  createdAt: '2026-10-05T08:00:00.000Z',
  updatedAt: '2026-10-05T08:00:00.000Z',
};

export const webhookAttemptExample = {
  at: '2026-10-05T08:00:00.000Z',
  durationMs: 84,
  status: 503,
  error: null,
  response: 'Service Unavailable',
};
