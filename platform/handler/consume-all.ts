import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { receive, receiveAll } from '../data/inbox/inbox.ts';
import type { Tx } from '../data/tx.ts';
import type { Consumer } from './consume.ts';
import type { Runtime } from './runtime.ts';

interface Effect {
  /** @param envelopes in the order of the events @param now in epoch milliseconds */
  run(tx: Tx, envelopes: readonly EventEnvelope[], now: number): Promise<void>;
  /** Called after each commit. */
  committed?(runtime: Runtime): void;
}

/**
 * A consumer of several types that handles many events at once: BEGIN → inbox → run → COMMIT. `run` receives neither events that were handled before
 * nor events that wait behind a dead letter of their aggregate. It publishes no events and changes no audited table.
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
