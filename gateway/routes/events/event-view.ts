import { present } from '../../../platform/core/present.ts';
import type { Event, Resource } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { EventResourceView, EventView } from '../../schema/event.ts';

/** An event as the specification's additions show it. */
export function eventView(event: Event): EventView {
  return {
    ...asView<Omit<EventView, 'sequence' | 'resource' | 'changed' | 'actor'>, Event>(event),
    sequence: Number(event.sequence),
    resource: asView<EventResourceView, Resource>(present(event.resource, 'resource')),
    changed: event.changed.length > 0 ? event.changed : null,
    actor: { type: event.actorType as EventView['actor']['type'], id: event.actorId ?? null },
  };
}
