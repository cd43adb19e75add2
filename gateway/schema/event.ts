import { type Static, Type } from 'typebox';
import { EventSchema, ResourceSchema } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { representation } from './contract.ts';
import { Choice, Id, Instant, nullable } from './types.ts';

/** The resource that an event is about. */
const EventResource = representation(
  'EventResource',
  ResourceSchema,
  {
    type: { text: 'The kind of resource. More kinds may be added.', example: 'user' },
    id: Id('The resource’s id.'),
    path: {
      text: 'The path to read the resource, ready to request; null if the resource cannot be read.',
      example: '/api/v4/users/01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
    },
  },
  { description: 'The resource that changed.' },
);
export type EventResourceView = Static<typeof EventResource>;

const EventActor = Type.Object(
  {
    type: Choice(['integration', 'administrator', 'operator', 'system'], 'Who it was.'),
    id: nullable(Id('The integration’s, administrator’s or operator’s id; null for the system.')),
  },
  { title: 'EventActor', description: 'Who caused the event.' },
);

/** A change of a resource. */
export const Event = representation('Event', EventSchema, {
  id: Id('The event’s id.'),
  sequence: Type.Integer({
    description:
      'Increases within the institution, possibly with gaps. No event ever appears below a number that you have seen. 0 in the test of a webhook endpoint, which is not in the feed.',
    minimum: 0,
    examples: [4711],
  }),
  type: {
    text: 'What happened. More types may be added: ignore types that you do not know.',
    example: 'user.updated',
  },
  occurredAt: Instant(
    'The server’s clock when the command began that caused the event. The order of events is that of `sequence`, not of this.',
  ),
  resource: EventResource,
  changed: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The names of the changed fields. Null for creations and deletions, and if not known.',
    examples: [['email']],
  }),
  actorType: null,
  actorId: null,
  actor: EventActor,
  requestId: 'The id of the request that caused the event; null if there was none.',
});
export type EventView = Static<typeof Event>;

export const eventExample: EventView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  sequence: 4711,
  type: 'user.updated',
  occurredAt: '2026-10-05T08:00:00.000Z',
  resource: {
    type: 'user',
    id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
    path: '/api/v4/users/01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11',
  },
  changed: ['email'],
  actor: { type: 'integration', id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c01' },
  requestId: '7b0a3f0e-9c57-4d2b-9b0c-2f6f1f4f8f11',
};
