import { create, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf';

/** Something that happened, as a domain rule tells it; the outbox gives it id, institution and time. */
export interface DomainEvent {
  readonly schema: DescMessage;
  /** The record it happened to: events of one aggregate arrive in order. */
  readonly aggregateId: string;
  readonly payload: Message;
}

/** Tells an event. */
export function event<D extends DescMessage>(
  schema: D,
  aggregateId: string,
  payload: MessageInitShape<D>,
): DomainEvent {
  return { schema, aggregateId, payload: create(schema, payload) };
}
