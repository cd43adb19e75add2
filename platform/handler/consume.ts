import type { Tx } from '../../libraries/pg-batch/index.ts';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type DomainEvent, SYSTEM } from '../core/event.ts';
import { receive } from '../data/inbox/inbox.ts';
import { appendToOutbox } from '../data/outbox/append.ts';
import type { Runtime } from './runtime.ts';

/** How a service handles events of other services. */
export interface Consumer {
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  /**
   * Handles events in their order, in one transaction: all or none.
   * @param isReplay whether an operator has replayed them from the dead letters
   */
  handle(runtime: Runtime, envelopes: readonly EventEnvelope[], isReplay?: boolean): Promise<void>;
}

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
 * A command whose requests are events, many at once: BEGIN → inbox → run → outbox → COMMIT. `run` receives neither
 * events that were handled before, however often they are delivered, nor events that wait behind a dead letter of their
 * aggregate. It changes no audited table.
 */
export function consume(name: string, types: readonly string[], { run, committed }: Effect): Consumer {
  return {
    name,
    types,
    async handle(runtime, envelopes, isReplay = false) {
      const { db, clock, ids } = runtime;
      const now = clock.now();
      const caused = await db.transaction(async (tx) => {
        const fresh = await receive(tx, { consumer: name, envelopes, now, isReplay });
        const events = fresh.length === 0 ? [] : await run(tx, fresh, now);
        const cause = { institutionId: null, actor: SYSTEM, now, requestId: ids.newRequestId() };
        appendToOutbox(tx, { ids }, { ...cause, events });
        return events;
      });
      runtime.committed(caused);
      committed?.(runtime);
    },
  };
}

/** Invalidates caches on events, in every process of a service. Do not use it for events that must not be missed. */
export interface Listener {
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  onEvent(runtime: Runtime, envelope: EventEnvelope): void;
  /** Events may have been missed: everything that depends on them is stale. */
  missed(runtime: Runtime): void;
}
