import type { Tx } from '../../libraries/pg-batch/index.ts';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type DomainEvent, SYSTEM } from '../core/event.ts';
import { type Author, writtenBy } from '../data/audit/author.ts';
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
  /**
   * Which events may change audited tables. Those that come with one are each handled in a transaction of their own, so
   * that the audit records name it as their cause.
   */
  isAudited?(envelope: EventEnvelope): boolean;
}

/**
 * A command whose requests are events, many at once: BEGIN → inbox → run → outbox → COMMIT. `run` receives neither
 * events that were handled before, however often they are delivered, nor events that wait behind a dead letter of their
 * aggregate. It changes audited tables only because of events of which `isAudited` says so.
 */
export function consume(name: string, types: readonly string[], { run, isAudited }: Effect): Consumer {
  return {
    name,
    types,
    async handle(runtime, envelopes, isReplay = false) {
      const { db, clock, ids } = runtime;
      const isApart = isAudited && envelopes.some((each) => isAudited(each));
      for (const some of isApart ? envelopes.map((each) => [each]) : [envelopes]) {
        const now = clock.now();
        const audited = some.find((each) => isAudited?.(each));
        const caused = await db.transaction(
          async (tx) => {
            const fresh = await receive(tx, { consumer: name, envelopes: some, now, isReplay });
            const events = fresh.length === 0 ? [] : await run(tx, fresh, now);
            const cause = { institutionId: null, actor: SYSTEM, now, requestId: ids.newRequestId() };
            appendToOutbox(tx, { ids }, { ...cause, events });
            return events;
          },
          // Its inbox holds back what is of an institution that stands still.
          { of: 'own', ...(audited && writtenBy(authorOf(name, audited, now))) },
        );
        runtime.committed(caused);
      }
    },
  };
}

/** The platform, because of an event. */
function authorOf(consumer: string, { id, type, requestId }: EventEnvelope, now: number): Author {
  const who = { kind: 'consumer', id: consumer, name: null, onBehalfOf: null } as const;
  return { ...who, operation: type, requestId, cause: id, now };
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
