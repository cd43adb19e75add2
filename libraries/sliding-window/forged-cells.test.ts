import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { NatsSharedCells } from '../../gateway/admission/nats-cells.ts';
import { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';
import { bytesOf, toBytes } from './window-bytes.ts';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const DAY_MS = 86_400_000;
const RATE = { limit: 20, windowMs: 60_000 };
const BUCKET = { name: 'LYCEUM_RATES', ttlMs: 2 * RATE.windowMs, maxValueBytes: bytesOf(RATE.limit) };
const fail = () => {
  throw new Error('the cells are always available here');
};

const nats = await TestNats.start([{ name: 'test', buckets: [BUCKET] }]);
const link = await NatsLink.open({ url: nats.url, name: 'test', log: silentLogger });
const cells = new NatsSharedCells({ link, bucket: BUCKET, timeoutMs: 10_000 });
await cells.open();
afterAll(async () => {
  await link.close();
  await nats.remove();
});

let keys = 0;
/** The gateways' stores for a key whose cell holds forged bytes. */
async function storesAt(cell: Uint8Array): Promise<{ key: string; stores: SharedRateLimiter[] }> {
  const key = `institution/forged-${++keys}`;
  await cells.write(key, cell, 0);
  const start = () => SharedRateLimiter.start({ rate: RATE, cells, now: Date.now, onAlone: fail, onShared: fail });
  return { key, stores: await Promise.all([start(), start()]) };
}

const full = (at: number) => toBytes(Array.from({ length: RATE.limit }, () => at));
/** A cell whose oldest instant is a number that no window could have written. */
function headed(oldest: number): Uint8Array {
  const bytes = full(NOON);
  new DataView(bytes.buffer).setFloat64(0, oldest);
  return bytes;
}

it.each([
  ['future instants', full(NOON + DAY_MS)],
  ['old instants', full(NOON - DAY_MS)],
  ['instants at the epoch', full(0)],
  ['NaN as the oldest instant', headed(Number.NaN)],
  ['Infinity as the oldest instant', headed(Number.POSITIVE_INFINITY)],
  ['-Infinity as the oldest instant', headed(Number.NEGATIVE_INFINITY)],
  ['no bytes', new Uint8Array()],
  ['three bytes', new Uint8Array([1, 2, 3])],
  ['a header and half an instant', new Uint8Array(10)],
])('a cell with %s blocks no client, and sharing goes on', async (_, cell) => {
  const { key, stores } = await storesAt(cell);
  for (const [index, store] of stores.entries()) {
    expect(await store.take(key, NOON)).toMatchObject({ allowed: true, remaining: RATE.limit - index - 1 });
    expect([store.isLocal, store.localDecisions]).toEqual([false, 0]);
    await store.close();
  }
});

it('a plausible forged cell blocks for one window, at each gateway, whenever it reads the cell', async () => {
  const { key, stores } = await storesAt(full(NOON + 1_999));
  const [early, late] = stores as [SharedRateLimiter, SharedRateLimiter];
  expect(await early.take(key, NOON)).toMatchObject({ allowed: false });
  expect(await late.take(key, NOON + 57_000)).toMatchObject({ allowed: false });
  for (const store of stores) {
    expect(await store.take(key, NOON + RATE.windowMs)).toMatchObject({ allowed: true });
    await store.close();
  }
});

it('a cell blocks for no longer than a window, whatever bytes it holds', async () => {
  const instants = fc.array(fc.integer({ min: NOON - 120_000, max: NOON + 120_000 }), { maxLength: RATE.limit + 5 });
  const cell = fc.oneof(
    fc.uint8Array({ maxLength: 120 }),
    instants.map((all) => toBytes(all.toSorted((a, b) => a - b))),
    fc.double().map(headed),
  );
  await fc.assert(
    fc.asyncProperty(cell, fc.integer({ min: 0, max: RATE.windowMs }), async (bytes, laterMs) => {
      const { key, stores } = await storesAt(bytes);
      const [early, late] = stores as [SharedRateLimiter, SharedRateLimiter];
      const first = await early.take(key, NOON);
      const { retryAfterSeconds } = await late.take(key, NOON + laterMs);
      expect(Math.max(first.retryAfterSeconds, retryAfterSeconds)).toBeLessThanOrEqual(RATE.windowMs / 1_000);
      for (const store of stores) {
        expect(await store.take(key, NOON + RATE.windowMs)).toMatchObject({ allowed: true });
        expect(store.localDecisions).toBe(0);
        await store.close();
      }
    }),
    { numRuns: 20 },
  );
});
