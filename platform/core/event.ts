import { create, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import type { Actor } from './actor.ts';

/** Something that happened, as a domain rule tells it; the outbox gives it id, institution, actor and time. */
export interface DomainEvent {
  readonly schema: DescMessage;
  /** The record it happened to: events of one aggregate arrive in order. */
  readonly aggregateId: string;
  readonly payload: Message;
  /** The record of the API that was created, changed or deleted; absent where it is about none. */
  readonly resourceId?: string;
  /** The fields that changed, as the API spells them. Absent of creations and deletions, and where it is not known. */
  readonly changed?: readonly string[];
  /** Whose it is, where the caller acts for no institution. */
  readonly institutionId?: string;
}

/** What is said of a resource's event beside its type. */
type AboutResource = Partial<Pick<DomainEvent, 'aggregateId' | 'changed' | 'institutionId'>>;

/** Tells an event. */
export function event<D extends DescMessage>(
  schema: D,
  aggregateId: string,
  payload: MessageInitShape<D>,
): DomainEvent {
  return { schema, aggregateId, payload: create(schema, payload) };
}

/**
 * Tells that a resource was created, changed or deleted. All that there is to say is in the envelope: the payload is empty, and whoever needs
 * the record reads it.
 * @param about the aggregate is the resource itself unless it names another
 */
export function resourceEvent(schema: DescMessage, resourceId: string, about: AboutResource = {}): DomainEvent {
  return { schema, aggregateId: resourceId, payload: create(schema), resourceId, ...about };
}

/** The event of a change, and none where nothing changed. */
export function updateEvents(
  schema: DescMessage,
  resourceId: string,
  about: AboutResource & { readonly changed: readonly string[] },
): DomainEvent[] {
  return about.changed.length === 0 ? [] : [resourceEvent(schema, resourceId, about)];
}

/** Who caused an event. */
export interface EventActor {
  readonly actorType: 'integration' | 'operator' | 'system';
  /** Null for the system. */
  readonly actorId: string | null;
}

/** What the platform does itself, consumers of events among it. */
export const SYSTEM: EventActor = { actorType: 'system', actorId: null };

/** The caller of a command. */
export function eventActor(actor: Actor): EventActor {
  if (actor.kind === 'integration') return { actorType: 'integration', actorId: actor.integrationId };
  return actor.kind === 'operator' && actor.operator ? { actorType: 'operator', actorId: actor.operator.id } : SYSTEM;
}
