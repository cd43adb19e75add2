import { create, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Actor } from './actor.ts';
import { readSpan, traceIdsOf } from './spans.ts';

/** An event as a domain rule returns it; the outbox adds id, institution, actor and time. */
export interface DomainEvent {
  readonly schema: DescMessage;
  /** The record that it happened to. Events of one aggregate are delivered in order. */
  readonly aggregateId: string;
  readonly payload: Message;
  /** The API's record that was created, changed or deleted; absent if the event is about none. */
  readonly resourceId?: string;
  /** The API's names of the fields that changed. Absent for creations and deletions, and if unknown. */
  readonly changed?: readonly string[];
  /** The institution of the event, if the caller does not act for one. */
  readonly institutionId?: string;
}

/** Optional properties of a resource's event. */
type AboutResource<D extends DescMessage> = Partial<Pick<DomainEvent, 'aggregateId' | 'changed' | 'institutionId'>> & {
  readonly payload?: MessageInitShape<D> | undefined;
};

/** Creates an event. */
export function event<D extends DescMessage>(
  schema: D,
  aggregateId: string,
  payload: MessageInitShape<D>,
): DomainEvent {
  return { schema, aggregateId, payload: create(schema, payload) };
}

/**
 * Creates the event of a resource's creation, change or deletion. The envelope holds nearly everything: a consumer that
 * needs the record reads it, unless it must not wait for the owner.
 * @param about the aggregate is the resource itself unless `about` names another; the payload is empty by default
 */
export function resourceEvent<D extends DescMessage>(
  schema: D,
  resourceId: string,
  { payload, ...about }: AboutResource<D> = {},
): DomainEvent {
  return { schema, aggregateId: resourceId, payload: create(schema, payload), resourceId, ...about };
}

/** The event of a change; empty if nothing changed. */
export function updateEvents<D extends DescMessage>(
  schema: D,
  resourceId: string,
  about: AboutResource<D> & { readonly changed: readonly string[] },
): DomainEvent[] {
  return about.changed.length === 0 ? [] : [resourceEvent(schema, resourceId, about)];
}

/** The actor that caused an event. */
export interface EventActor {
  readonly actorType: 'integration' | 'administrator' | 'operator' | 'system';
  /** Null for the system. */
  readonly actorId: string | null;
}

/** The platform itself, for example a consumer of events. */
export const SYSTEM: EventActor = { actorType: 'system', actorId: null };

/** The caller of a command. */
export function eventActor(actor: Actor): EventActor {
  if (actor.kind === 'integration') return { actorType: 'integration', actorId: actor.integrationId };
  if (actor.kind === 'administrator') return { actorType: 'administrator', actorId: actor.userId };
  return actor.kind === 'operator' && actor.operator ? { actorType: 'operator', actorId: actor.operator.id } : SYSTEM;
}

/** The fields of an event for the log: its id and type, the institution, and the request and trace that caused it. */
export function lineOfEvent({ id, type, institutionId, requestId, traceparent }: EventEnvelope): object {
  const span = readSpan({ traceparent });
  return { eventId: id, type, institutionId: institutionId || null, requestId, ...(span && traceIdsOf(span)) };
}
