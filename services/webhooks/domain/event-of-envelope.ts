import type { EventActor } from '../../../platform/core/event.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { feedTypes } from './event-types.ts';

type ActorType = EventActor['actorType'];

/** An event as the feed stores it, without its position. */
export interface FeedEvent {
  readonly institutionId: string;
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly aggregateId: string;
  readonly occurredAt: string;
  readonly changed: readonly string[];
  readonly actorType: ActorType;
  readonly actorId: string | null;
  readonly requestId: string;
}

/**
 * The feed's form of an event; null for one that it does not show: of a type missing from its table, or without an
 * institution or a resource.
 */
export function eventOfEnvelope(envelope: EventEnvelope): FeedEvent | null {
  const known = feedTypes[envelope.type];
  if (!known || envelope.resourceId === '' || envelope.institutionId === '') return null;
  const { institutionId, id, resourceId, aggregateId, occurredAt, changed, actorType, actorId, requestId } = envelope;
  return {
    institutionId,
    id,
    type: known.type,
    resourceId,
    aggregateId,
    occurredAt,
    changed,
    actorType: actorType as ActorType,
    actorId: actorId === '' ? null : actorId,
    requestId,
  };
}
