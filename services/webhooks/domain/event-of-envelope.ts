import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { feedTypes } from './event-types.ts';

/** As envelopes say it. */
type ActorType = 'integration' | 'operator' | 'system';

/** An event as the feed keeps it, without its place there. */
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
 * What the feed keeps of an event; null for one that it does not show: of a type that is not in its table, or of a release whose envelopes did not yet name
 * the resource.
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
