import { present } from '../../../platform/core/present.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { Event, eventExample } from '../../schema/event.ts';
import { eventView } from './event-view.ts';

export const getEvent = readEndpoint({
  path: '/events/{id}',
  operationId: 'getEvent',
  tag: 'Events',
  service: 'webhooks',
  summary: 'Get one event',
  description: 'Available while the event is kept: 30 days, unless your installation sets another period.',
  isExtension: true,
  data: Event,
  example: eventExample,
  async run({ params, call }) {
    const { event } = await call(EventService.method.getEvent, { id: params.id });
    return { data: eventView(present(event, 'event')) };
  },
});
