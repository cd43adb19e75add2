import { present } from '../../../platform/core/present.ts';
import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import type { EventView } from '../../schema/event.ts';

/** An event as the specification's additions show it. */
export function eventView(event: Event): EventView {
  const { type, id, path } = present(event.resource, 'resource');
  return {
    id: event.id,
    sequence: Number(event.sequence),
    type: event.type,
    occurredAt: event.occurredAt,
    resource: { type, id, path: path ?? null },
    changed: event.changed.length > 0 ? event.changed : null,
    actor: { type: event.actorType as EventView['actor']['type'], id: event.actorId ?? null },
    requestId: event.requestId ?? null,
  };
}
