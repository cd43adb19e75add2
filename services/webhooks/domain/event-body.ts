import type { Event } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';

/** The body of a delivery: the event as `GET /events/{id}` shows it, without `meta` (decisions 14.4). */
export function eventBody(event: Event): string {
  const { id, sequence, type, occurredAt, resource, changed, actorType, actorId, requestId } = event;
  return JSON.stringify({
    id,
    sequence: Number(sequence),
    type,
    occurredAt,
    resource: { type: resource?.type, id: resource?.id, path: resource?.path ?? null },
    changed: changed.length > 0 ? changed : null,
    actor: { type: actorType, id: actorId ?? null },
    requestId: requestId ?? null,
  });
}
