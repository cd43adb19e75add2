import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type DomainEvent, SYSTEM } from '../core/event.ts';
import { receive, receiveAll } from '../data/inbox/inbox.ts';
import { appendToOutbox } from '../data/outbox/append.ts';
import type { Tx } from '../data/tx.ts';
import type { Consumer } from './consume.ts';
import type { Runtime } from './runtime.ts';

interface Effect {
  /**
   * @param envelopes in the order of the events
   * @param now in epoch milliseconds
   * @returns the events that it causes, which belong to no institution
   */
  run(tx: Tx, envelopes: readonly EventEnvelope[], now: number): Promise<readonly DomainEvent[]>;
  /** Called after each commit. */
  committed?(runtime: Runtime): void;
}

/**
 * A consumer of several types that handles many events at once: BEGIN → inbox → run → outbox → COMMIT. `run` receives neither events that were handled
 * before nor events that wait behind a dead letter of their aggregate. It changes no audited table.
 */
export function consumeAll(name: string, types: readonly string[], { run, committed }: Effect): Consumer {
  async function handle(runtime: Runtime, receiveIn: (tx: Tx, now: number) => Promise<readonly EventEnvelope[]>) {
    const { db, clock, ids } = runtime;
    const now = clock.now();
    const caused = await db.transaction(async (tx) => {
      const fresh = await receiveIn(tx, now);
      const events = fresh.length === 0 ? [] : await run(tx, fresh, now);
      const cause = { institutionId: null, actor: SYSTEM, now, requestId: ids.newRequestId() };
      appendToOutbox(tx, { ids }, { ...cause, events });
      return events;
    });
    runtime.committed(caused);
    committed?.(runtime);
  }
  return {
    name,
    types,
    handle: (runtime, envelope, isReplay = false) =>
      handle(runtime, async (tx, now) =>
        (await receive(tx, { consumer: name, envelope, now, isReplay })) ? [envelope] : [],
      ),
    handleAll: (runtime, envelopes) => handle(runtime, (tx, now) => receiveAll(tx, { consumer: name, envelopes, now })),
  };
}
