import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { receive, receiveAll } from '../data/inbox/inbox.ts';
import type { Tx } from '../data/tx.ts';
import type { Consumer } from './consume.ts';
import type { Runtime } from './runtime.ts';

interface Effect {
  /** Is given the events in their order and the time in epoch milliseconds. */
  run(tx: Tx, envelopes: readonly EventEnvelope[], now: number): Promise<void>;
  /** Told after each commit. */
  committed?(runtime: Runtime): void;
}

/**
 * A consumer of several types whose effect is the same for many events at once: BEGIN → inbox → run → COMMIT. What was handled before, and what waits behind
 * a parked event of its aggregate, `run` is not given; it tells no events and changes no audited table.
 */
export function consumeAll(name: string, types: readonly string[], { run, committed }: Effect): Consumer {
  return {
    name,
    types,
    async handle(runtime, envelope, isReplay = false) {
      const { db, clock } = runtime;
      const now = clock.now();
      await db.transaction(async (tx) => {
        if (await receive(tx, { consumer: name, envelope, now, isReplay })) await run(tx, [envelope], now);
      });
      committed?.(runtime);
    },
    async handleAll(runtime, envelopes) {
      const { db, clock } = runtime;
      const now = clock.now();
      await db.transaction(async (tx) => {
        const fresh = await receiveAll(tx, { consumer: name, envelopes, now });
        if (fresh.length > 0) await run(tx, fresh, now);
      });
      committed?.(runtime);
    },
  };
}
