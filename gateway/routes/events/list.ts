import { Type } from 'typebox';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Event, eventExample } from '../../schema/event.ts';
import { Choice, Instant } from '../../schema/types.ts';
import { eventView } from './event-view.ts';

export const listEvents = listEndpoint({
  path: '/events',
  operationId: 'listEvents',
  tag: 'Events',
  service: 'webhooks',
  summary: 'List events',
  description:
    'Ordered by `sequence`, the order in which events were recorded. No event ever appears before one that you have seen. Store `next_cursor` and continue from it at any time while the events are kept: 30 days, unless your installation sets another period. An older cursor returns 400 `invalid_cursor`.',
  isExtension: true,
  isEndless: true,
  filters: Type.Object({
    types: Type.Optional(
      Type.String({
        description: 'Only these types, separated by commas.',
        maxLength: 2000,
        examples: ['user.created'],
      }),
    ),
    resourceType: Type.Optional(
      Type.String({ description: 'Only events of this kind of resource.', maxLength: 100, examples: ['user'] }),
    ),
    resourceId: Type.Optional(
      Type.String({
        description: 'Only events of this resource. An unknown resource gives an empty list.',
        maxLength: 1000,
      }),
    ),
    since: Type.Optional(
      Instant(
        'Where the walk begins: at the first event that occurred at this instant or later, or at the end if there is none. All events behind that one follow, even if they occurred earlier.',
      ),
    ),
    position: Type.Optional(
      Choice(
        ['latest'],
        '`latest`: an empty page whose `next_cursor` is behind the newest event. Not with `cursor` or `since`.',
      ),
    ),
  }),
  beginsWith: 'position',
  rules: ({ since, position }) =>
    since === undefined || position === undefined
      ? []
      : [{ pointer: '/position', code: 'invalid_value', message: 'cannot be sent with since' }],
  item: Event,
  example: eventExample,
  position: ({ sequence, id }) => ({ sort: String(sequence), id }),
  async run({ filters: { types, position, ...filters }, page: { size, after }, call }) {
    const {
      events,
      hasMore,
      endSequence,
      endId = '',
    } = await call(EventService.method.listEvents, {
      ...filters,
      size,
      ...(types === undefined ? {} : { types: types.split(',') }),
      ...(after && { afterSequence: BigInt(after.sort), ...(after.id !== '' && { afterId: after.id }) }),
      onlyEnd: position === 'latest',
    });
    return { items: events.map(eventView), hasMore, end: { sort: String(endSequence), id: endId } };
  },
});
