import fc from 'fast-check';
import { afterAll, afterEach, expect, it } from 'vitest';
import { NatsSharedCells } from '../../gateway/admission/nats-cells.ts';
import { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import type { SharedCells } from './shared-cells.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';
import { bytesOf } from './window-bytes.ts';

const RATE = { limit: 20, windowMs: 60_000 };
const BUCKET = { name: 'LYCEUM_RATES', ttlMs: 2 * RATE.windowMs, maxValueBytes: bytesOf(RATE.limit) };

const fail = () => {
  throw new Error('the cells are always available here');
};

const stores: SharedRateLimiter[] = [];
const nats = await TestNats.start([{ name: 'test', buckets: [BUCKET] }]);
const link = await NatsLink.open({ url: nats.url, name: 'test', log: silentLogger });
const cells = new NatsSharedCells({ link, bucket: BUCKET, timeoutMs: 10_000 });
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
afterAll(async () => {
  await link.close();
  await nats.remove();
});

/** The real time at which all tests begin; the clock of the store is right, unless it is set. */
const BEGIN = Date.now();
let real = BEGIN;
let keys = 0;

/** A gateway whose clock differs from the real time. Its clock starts now and is monotonic. */
async function startGateway(differsMs: number, storeDiffersMs = 0) {
  const now = () => real + differsMs;
  const opened: SharedCells = {
    read: (key) => cells.read(key),
    write: (key, value, revision) => cells.write(key, value, revision),
    async open() {
      const lead = (await cells.open()) - Date.now();
      expect(Math.abs(lead)).toBeLessThan(5_000);
      return real + storeDiffersMs;
    },
  };
  const store = await SharedRateLimiter.start({ rate: RATE, cells: opened, now, onAlone: fail, onShared: fail });
  stores.push(store);
  return { take: (key: string) => store.take(key, now()), settle: () => store.settle(now()) };
}

type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Sends requests through gateways as real time passes; none may pass above the limit of any 60 seconds. */
async function sendThrough(gateways: readonly Gateway[], steps: readonly { gateway: number; pauseMs: number }[]) {
  const key = `institution/differing-${++keys}`;
  const passed: number[] = [];
  for (const { gateway, pauseMs } of steps) {
    real += pauseMs;
    await Promise.all(gateways.map((each) => each.settle()));
    const counted = passed.filter((instant) => instant > real - RATE.windowMs).length;
    const { allowed } = await (gateways[gateway % gateways.length] as Gateway).take(key);
    expect(allowed).toBe(counted < RATE.limit);
    if (allowed) passed.push(real);
  }
  return passed;
}

const steps = fc.array(
  fc.record({ gateway: fc.nat(2), pauseMs: fc.oneof(fc.nat(500), fc.integer({ min: 0, max: 20_000 })) }),
  { minLength: 30, maxLength: 80 },
);

it('gateways whose clocks differ by half a minute each way let exactly the limit pass, from the first request on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -30_000, max: 30_000 }), { minLength: 2, maxLength: 3 }),
      steps,
      async (differ, all) => {
        const gateways: Gateway[] = [];
        for (const ms of differ) gateways.push(await startGateway(ms));
        await sendThrough(gateways, all);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});

it('a gateway that starts after the store’s clock was set by five minutes counts with the others after its first request', async () => {
  for (const step of [300_000, -300_000]) {
    const gateways = [await startGateway(30_000), await startGateway(-30_000)];
    gateways.push(await startGateway(0, step));
    const round = Array.from({ length: 60 }, (_, gateway) => ({ gateway, pauseMs: 10 }));
    // A window passes: what each had counted by its own time has left it.
    await sendThrough(gateways, [
      { gateway: 2, pauseMs: 0 },
      { gateway: 0, pauseMs: 0 },
      { gateway: 1, pauseMs: 0 },
    ]);
    real += RATE.windowMs;
    expect(await sendThrough(gateways, round)).toHaveLength(RATE.limit);
  }
});
