import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { statement, type Tx } from './db/statement.ts';
import type { DomainEvent } from './events/event.ts';
import { toInstantText } from './instant.ts';
import { appendToOutbox } from './outbox/append.ts';
import type { Runtime } from './runtime.ts';

export interface ConsumeContext {
  readonly envelope: EventEnvelope;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly runtime: Runtime;
  newId(): string;
}

/** What a service does about an event of another. */
export interface Consumer {
  readonly name: string;
  readonly type: string;
  handle(runtime: Runtime, envelope: EventEnvelope): Promise<void>;
}

/**
 * A command whose request is an event: BEGIN → inbox → run → outbox → COMMIT. An event that was handled before changes nothing, however
 * often it is delivered.
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
    type: schema.typeName,
    async handle(runtime, envelope) {
      const now = runtime.clock.now();
      const events = await runtime.db.transaction(async (tx) => {
        const fresh = await tx.rows(RECEIVE, [name, envelope.id, toInstantText(now)]);
        if (fresh.length === 0) return [];
        const outcome = await run(tx, fromBinary(schema, envelope.payload), {
          envelope,
          now,
          runtime,
          newId: () => runtime.ids.newId(),
        });
        const happened = outcome.events ?? [];
        const institutionId = envelope.institutionId === '' ? null : envelope.institutionId;
        appendToOutbox(tx, runtime, {
          actor: { kind: 'operator', institutionId },
          now,
          requestId: envelope.requestId,
          events: happened,
        });
        return happened;
      });
      runtime.committed(events);
    },
  };
}

const RECEIVE = statement(
  'inbox_receive',
  'INSERT INTO inbox (consumer, event_id, handled_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_id',
);
