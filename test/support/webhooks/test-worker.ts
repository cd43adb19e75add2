import { randomUUID } from 'node:crypto';
import { anywhere } from '../../../libraries/outbound-guard/index.ts';
import { SEND_TIMEOUT_MS, Sender } from '../../../platform/outbound/sender.ts';
import { recordEvents } from '../../../services/webhooks/store/record-events.ts';
import { DeliveryCounts } from '../../../services/webhooks/worker/delivery-counts.ts';
import { Wake } from '../../../services/webhooks/worker/wake.ts';
import { Worker } from '../../../services/webhooks/worker/worker.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { testConfiguration } from '../calls/test-secret-keys.ts';

interface TestWorkerOptions {
  /** Of requests. */
  readonly timeoutMs?: number;
  /** Unlimited by default. */
  readonly deliveriesPerMinute?: number;
}

/** A running worker of a replica. */
export interface TestWorker {
  readonly wake: Wake;
  stop(): Promise<void>;
}

/** Starts a worker beside others, with its own connections to receivers. */
export function startTestWorker(
  { runtime }: TestService,
  { timeoutMs = SEND_TIMEOUT_MS, deliveriesPerMinute = Number.MAX_SAFE_INTEGER }: TestWorkerOptions = {},
): TestWorker {
  const sender = new Sender({ guard: anywhere, timeoutMs });
  const { WEBHOOKS_SECRET_KEYS: keys } = testConfiguration;
  const wake = new Wake();
  const worker = new Worker({
    ...{ runtime, sender, keys, counts: new DeliveryCounts(), wake, deliveriesPerMinute },
    // Nothing that a test writes or sets its clock to wakes it.
    idleMs: 500,
  });
  worker.start();
  return {
    wake,
    async stop() {
      await worker.stop();
      await sender.close();
    },
  };
}

/** Records an update of each of the resources, in order, at eight, and returns the ids of the events. */
export async function recordUpdates(
  { runtime, clock }: TestService,
  institutionId: string,
  resources: readonly string[],
): Promise<string[]> {
  const events = resources.map((resourceId) => ({
    ...{ institutionId, id: randomUUID(), type: 'user.updated', resourceId, aggregateId: resourceId, changed: [] },
    ...{ occurredAt: '2026-10-05T08:00:00.000Z', actorId: null, requestId: 'r', actorType: 'system' as const },
  }));
  await runtime.db.transaction((tx) => recordEvents(tx, events, clock.now()), { of: 'nobody' });
  return events.map(({ id }) => id);
}

/** The ids of so many new records. */
export const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());
