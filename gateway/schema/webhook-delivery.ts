import { type Static, Type } from 'typebox';
import { Choice, Id, Instant, nullable } from './types.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;

const properties = {
  id: Id('The delivery’s id.'),
  endpointId: Id('The webhook endpoint.'),
  eventId: Id('The event, which receivers are told as `webhook-id`.'),
  eventType: Type.String({ description: 'The type of the event.', examples: ['user.updated'] }),
  status: Choice(DELIVERY_STATUSES, 'Whether the receiver has it; `cancelled` where nothing will be sent any more.'),
  nextAttemptAt: nullable(
    Instant('When it is tried next; null where it has ended, and while it waits for an earlier event of its resource.'),
  ),
  createdAt: Instant('When the delivery was created.'),
  updatedAt: Instant('When it was last tried or asked for.'),
};

/** The delivery of an event to an endpoint. */
export const WebhookDelivery = Type.Object(properties, { title: 'WebhookDelivery' });
export type DeliveryView = Static<typeof WebhookDelivery>;

const WebhookAttempt = Type.Object(
  {
    at: Instant('When the request began.'),
    durationMs: Type.Integer({ description: 'How long it took, in milliseconds.', minimum: 0, examples: [84] }),
    status: nullable(Type.Integer({ description: 'The status of the answer; null where none came.', examples: [503] })),
    error: nullable(
      Type.String({
        description:
          'Why there was no complete answer: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`; null where there was one.',
        examples: ['timeout'],
      }),
    ),
    response: nullable(
      Type.String({ description: 'The beginning of the answer, 1 KiB at most; null where none came.' }),
    ),
  },
  { title: 'WebhookAttempt', description: 'A request to the receiver.' },
);

/** The same with its attempts, as a single read shows it. */
export const WebhookDeliveryWithAttempts = Type.Object(
  {
    ...properties,
    attempts: Type.Array(WebhookAttempt, { description: 'The requests that were made, in their order.' }),
  },
  { title: 'WebhookDeliveryWithAttempts' },
);

const Sequence = (description: string) =>
  Type.Integer({ description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [4711] });

/** The body of POST /webhook-endpoints/{id}/replay. */
export const WebhookReplay = Type.Object(
  {
    fromSequence: Sequence('The `sequence` of the first event.'),
    toSequence: Type.Optional(Sequence('That of the last one; absent for the end of the feed.')),
  },
  { title: 'WebhookReplay', additionalProperties: false },
);

/** The answer to a replay. */
export const WebhookReplayed = Type.Object(
  { deliveries: Type.Integer({ description: 'How many deliveries were created.', minimum: 0, examples: [12] }) },
  { title: 'WebhookReplayed' },
);

export const webhookDeliveryExample: DeliveryView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1401',
  endpointId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1301',
  eventId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  eventType: 'user.updated',
  status: 'pending',
  nextAttemptAt: '2026-10-05T08:00:05.000Z',
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
