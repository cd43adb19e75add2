import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type DomainEvent, SYSTEM } from '../core/event.ts';
import { authorOfConsumer } from '../data/audit/author.ts';
import { receive } from '../data/inbox/inbox.ts';
import { appendToOutbox } from '../data/outbox/append.ts';
import type { Tx } from '../data/tx.ts';
import type { Runtime } from './runtime.ts';

export interface ConsumeContext {
  readonly envelope: EventEnvelope;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly runtime: Runtime;
  newId(): string;
}

/** How a service handles events of another service. */
export interface Consumer {
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  /** @param isReplay whether an operator has replayed the event from the dead letters */
  handle(runtime: Runtime, envelope: EventEnvelope, isReplay?: boolean): Promise<void>;
  /** Handles several events in their order, in one transaction: all or none. Absent if each event has its own transaction. */
  handleAll?(runtime: Runtime, envelopes: readonly EventEnvelope[]): Promise<void>;
}

/**
 * A command whose request is an event: BEGIN → inbox → run → outbox → COMMIT. An event that was handled before changes nothing, however
 * often it is delivered. An event whose aggregate has a dead letter becomes a dead letter too, so the order is kept.
 */
export function consume<D extends DescMessage>(
  name: string,
  schema: D,
  run: (
    tx: Tx,
    event: MessageShape<D>,
    context: ConsumeContext,
  ) => Promise<{ readonly events?: readonly DomainEvent[] }>,
): Consumer {
  return {
    name,
    types: [schema.typeName],
    async handle(runtime, envelope, isReplay = false) {
      const now = runtime.clock.now();
      const events = await runtime.db.transaction(
        async (tx) => {
          if (!(await receive(tx, { consumer: name, envelope, now, isReplay }))) return [];
          const outcome = await run(tx, fromBinary(schema, envelope.payload), {
            envelope,
            now,
            runtime,
            newId: () => runtime.ids.newId(),
          });
          const caused = outcome.events ?? [];
          const institutionId = envelope.institutionId === '' ? null : envelope.institutionId;
          const { requestId } = envelope;
          appendToOutbox(tx, runtime, { institutionId, actor: SYSTEM, now, requestId, events: caused });
          return caused;
        },
        authorOfConsumer(name, envelope, now),
      );
      runtime.committed(events);
    },
  };
}
