import { Event, eventExample } from '../../gateway/schema/event.ts';
import { type FeedType, feedTypes } from '../../services/webhooks/domain/event-types.ts';
import type { Components } from './components.ts';

/** What happened, by the type of the event. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'user.created': 'A user was created',
  'user.updated': 'A user was changed, archived or restored',
  'course.created': 'A course was created',
  'course.updated': 'A course was changed',
  'user_group.created': 'A user group was created',
  'user_group.updated': 'A user group was changed',
  'settings.updated': 'The settings of the institution were changed',
  'appointment.created': 'An appointment was created',
  'appointment.updated': 'An appointment was changed',
  'appointment.deleted': 'An appointment was deleted',
  'session.started': 'A member clocked in',
  'session.paused': 'A member began a pause',
  'session.resumed': 'A member ended a pause',
  'session.stopped': 'A member clocked out',
  'session.auto_closed': 'A session was closed because the member had not clocked out',
  'timestamp.added': 'A terminal recorded a timestamp',
  'log.created': 'A time record was created',
  'log.updated': 'A time record was changed',
  'log.deleted': 'A time record was deleted',
  'month.closed': 'A month of time records was closed',
  'month.reopened': 'A closed month was reopened',
  'pathway.created': 'A pathway was created',
  'program.created': 'A program of continuing education was created',
  'program.updated': 'A program of continuing education was changed',
  'program_version.created': 'A version of a program was created',
  'program_version.updated': 'A version of a program was changed',
  'curriculum.created': 'A curriculum was created',
  'curriculum.updated': 'A curriculum was changed',
  'location.created': 'A location was created',
  'location.updated': 'A location was changed',
  'room.created': 'A room was created',
  'room.updated': 'A room was changed',
  'webhook.test': 'A test that you have sent to the endpoint',
};

/** About the endpoint itself, and not in the feed. */
const TEST: FeedType = { type: 'webhook.test', resource: 'webhook_endpoint', area: 'events' };

/**
 * The requests to receivers, by the type of the event (`webhooks` of OpenAPI 3.1).
 * @throws Error for a type without a summary
 */
export function webhooksOf(components: Components): object {
  components.schema(Event);
  return Object.fromEntries(
    [...Object.values(feedTypes), TEST].map((each) => [each.type, webhookOf(each, components)]),
  );
}

function webhookOf({ type, resource, area, path }: FeedType, components: Components): object {
  const summary = SUMMARIES[type];
  if (summary === undefined) throw new Error(`the event ${type} has no summary`);
  const name = type.split(/[._]/).map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  const id = eventExample.resource.id;
  const schema = components.share('schemas', `${name.join('')}Event`, {
    description: `${summary}.`,
    allOf: [
      { $ref: '#/components/schemas/Event' },
      { type: 'object', properties: { type: { type: 'string', const: type } }, required: ['type'] },
    ],
  });
  const example = {
    ...{ ...eventExample, type, sequence: type === TEST.type ? 0 : eventExample.sequence },
    resource: { type: resource, id, path: path ? `/api/v4${path(id, id)}` : null },
    changed: type.endsWith('.updated') ? eventExample.changed : null,
  };
  return {
    post: {
      operationId: `on${name.join('')}`,
      tags: ['Webhooks'],
      summary,
      description: 'Verify the signature before you use the event, and handle each id once.',
      security: [],
      parameters: PARAMETERS.map((each) => components.share('parameters', each.name, each)),
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: {
        '2XX': { description: 'Received. Any other status, or none within ten seconds, is tried again later.' },
        '4XX': { description: 'Not received: tried again, like any answer that is not 2xx.' },
      },
      'x-area': area,
    },
  };
}

function parameter(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

/** Of Standard Webhooks. */
const PARAMETERS = [
  parameter('webhook-id', 'The id of the event, the same on every attempt.', eventExample.id),
  parameter('webhook-timestamp', 'When the request was sent, in seconds since 1970.', '1791190800'),
  parameter(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64; one for each valid secret, with a space between them.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
