import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { NatsSharedCells } from '../../gateway/admission/nats-cells.ts';
import { NatsLink } from '../../platform/events/nats/nats-link.ts';
import type { Bucket } from '../../platform/events/nats/nats-user.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';

import type { RateLimiter } from './rate-limiter.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';
import type { Decision, Rate } from './window.ts';
import { bytesOf } from './window-bytes.ts';

const RATE: Rate = { limit: 1000, windowMs: 60_000 };
const BUCKET: Bucket = { name: 'LYCEUM_RATES', ttlMs: 2 * RATE.windowMs, maxValueBytes: bytesOf(RATE.limit) };
const NOON = Date.parse('2026-01-31T12:00:00Z');
/** On a busy machine an answer of NATS may be late; wait for it. */
const TIMEOUT_MS = 10_000;

let keys = 0;
const ends: (() => Promise<void>)[] = [];
const nats = await TestNats.start([{ name: 'test', buckets: [BUCKET] }]);
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => nats.remove());

interface Options {
  readonly rate?: Rate;
  readonly timeoutMs?: number;
  /** Receives what it reports. */
  readonly events?: string[];
  readonly bucket?: Bucket;
  readonly url?: string;
}

/** The store of another gateway, and spies on its calls. */
async function newStore({
  rate = RATE,
  timeoutMs = TIMEOUT_MS,
  events = [],
  bucket = BUCKET,
  url = nats.url,
}: Options = {}) {
  const link = await NatsLink.open({ url, name: 'test', log: silentLogger });
  const cells = new NatsSharedCells({ link, bucket, timeoutMs });
  const store = await SharedRateLimiter.start({
    rate,
    cells,
    now: Date.now,
    onAlone: (reason) => events.push(`alone: ${(reason as Error).message}`),
    onShared: () => events.push('shared'),
  });
  ends.push(async () => {
    await store.close();
    await link.close();
  });
  return { store, link, writes: vi.spyOn(cells, 'write'), reads: vi.spyOn(cells, 'read') };
}

const newKey = () => `institution/integration-${++keys}`;
const allowedOf = (decisions: readonly Decision[]) => decisions.filter(({ allowed }) => allowed);
const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 30_000, interval: 20 });

/** Sends this many requests, at most `width` at a time. */
async function takeAll(
  stores: readonly RateLimiter[],
  key: string,
  requests: number,
  width: number,
): Promise<Decision[]> {
  const decisions: Decision[] = [];
  let sent = 0;
  const work = async () => {
    while (sent < requests) {
      const store = stores[sent++ % stores.length] as RateLimiter;
      // A monotonic clock has parts of a millisecond.
      decisions.push(await store.take(key, NOON + sent + (sent % 3) / 10));
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return decisions;
}

describe('two gateways', () => {
  it('let exactly 1000 of 1100 requests through, 50 at a time', async () => {
    const [one, other] = [await newStore(), await newStore()];
    const decisions = await takeAll([one.store, other.store], newKey(), 1_100, 50);
    expect(allowedOf(decisions)).toHaveLength(1_000);
    for (const decision of decisions.filter(({ allowed }) => !allowed)) {
      // Requests that were overtaken have an earlier instant.
      expect(decision).toMatchObject({ remaining: 0, resetSeconds: decision.retryAfterSeconds, limit: 1_000 });
      expect([59, 60]).toContain(decision.retryAfterSeconds);
    }
    expect(one.store.localDecisions + other.store.localDecisions).toBe(0);
  });

  it('ask NATS for a fifth of the requests of a client that goes on, at most, and count down what is left', async () => {
    const { store, writes, reads } = await newStore();
    const decisions = await takeAll([store], newKey(), 1_000, 1);
    expect(decisions.map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 999 - index),
    );
    expect(writes.mock.calls.length + reads.mock.calls.length).toBeLessThanOrEqual(200);
  });

  it('let exactly 1000 requests of a client pass that changes the gateway, once the first one has given back', async () => {
    const [one, other] = [await newStore(), await newStore()];
    const key = newKey();
    let passed = allowedOf(await takeAll([one.store], key, 900, 1)).length;
    const takeRest = async (at: number) => {
      while ((await other.store.take(key, at)).allowed) passed++;
    };
    await takeRest(NOON + 1_000);
    expect(passed).toBeGreaterThanOrEqual(995);
    await one.store.settle(NOON + 11_000);
    await takeRest(NOON + 12_000);
    expect(passed).toBe(1_000);
  });

  it('ask NATS once a second whether a full window has room, however many requests come', async () => {
    const rate = { limit: 10, windowMs: 60_000 };
    const { store, reads, writes } = await newStore({ rate });
    const key = newKey();
    await takeAll([store], key, 20, 1);
    const [readsBefore, writesBefore] = [reads.mock.calls.length, writes.mock.calls.length];
    for (let ms = 1_100; ms < 4_100; ms += 10) expect((await store.take(key, NOON + ms)).allowed).toBe(false);
    expect([reads.mock.calls.length - readsBefore, writes.mock.calls.length - writesBefore]).toEqual([3, 0]);
  });

  it('count nothing ahead for a client that rarely comes', async () => {
    const [one, other] = [await newStore(), await newStore()];
    const key = newKey();
    for (let minute = 0; minute < 4; minute++) await one.store.take(key, NOON + minute * 15_000);
    expect(await other.store.take(key, NOON + 50_000)).toMatchObject({ allowed: true, remaining: 995 });
  });

  it('give back what was counted ahead, and count what came from when it came', async () => {
    const rate = { limit: 100, windowMs: 60_000 };
    const [one, other] = [await newStore({ rate }), await newStore({ rate })];
    const key = newKey();
    const take = async (store: RateLimiter, requests: number, at: number) =>
      allowedOf(await Promise.all(Array.from({ length: requests }, () => store.take(key, NOON + at)))).length;
    // The second write counts two requests ahead, of which one comes.
    for (const at of [0, 100, 9_900]) expect(await take(one.store, 1, at)).toBe(1);
    expect(one.writes).toHaveBeenCalledTimes(2);
    expect(await take(other.store, 97, 9_950)).toBe(96);
    await one.store.settle(NOON + 10_099);
    expect(await take(other.store, 1, 10_099)).toBe(0);
    await one.store.settle(NOON + 10_100);
    expect(await take(other.store, 2, 60_000)).toBe(2);
    expect(await take(other.store, 2, 60_100)).toBe(1);
    expect(await take(other.store, 2, 69_899)).toBe(0);
    expect(await take(other.store, 2, 69_900)).toBe(1);
  });

  it('give back by themselves', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const { store } = await newStore();
      const settle = vi.spyOn(store, 'settle');
      vi.advanceTimersByTime(10_000);
      expect(settle).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never let more than the limit through, and refuse none while more is left than a twentieth for each gateway', async () => {
    const rate = { limit: 100, windowMs: 60_000 };
    const stores = [await newStore({ rate }), await newStore({ rate }), await newStore({ rate })].map(
      ({ store }) => store,
    );
    const steps = fc.array(
      fc.record({
        gateway: fc.nat(stores.length - 1),
        pauseMs: fc.oneof(fc.nat(100), fc.nat(20_000)),
        requests: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const key = newKey();
        const passed: number[] = [];
        let now = NOON;
        for (const { gateway, pauseMs, requests } of all) {
          now += pauseMs;
          await Promise.all(stores.map((each) => each.settle(now)));
          const store = stores[gateway] as RateLimiter;
          const decisions = await Promise.all(Array.from({ length: requests }, () => store.take(key, now)));
          for (const { allowed } of decisions) {
            const counted = passed.filter((instant) => instant > now - rate.windowMs).length;
            if (allowed) expect(counted).toBeLessThan(rate.limit);
            else expect(counted).toBeGreaterThanOrEqual(rate.limit - (stores.length - 1) * (rate.limit / 20));
            if (allowed) passed.push(now);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('see what the other has counted; one that has just seen the window full makes no call', async () => {
    const rate = { limit: 3, windowMs: 60_000 };
    const [one, other] = [await newStore({ rate }), await newStore({ rate })];
    const key = newKey();
    expect(await one.store.take(key, NOON)).toMatchObject({ allowed: true, remaining: 2, resetSeconds: 60 });
    expect(await other.store.take(key, NOON + 1_000)).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 59 });
    expect(await one.store.take(key, NOON + 2_000)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 58 });
    expect(await other.store.take(key, NOON + 3_000)).toMatchObject({ allowed: false, retryAfterSeconds: 57 });
    for (const [{ store, writes, reads }, at, retryAfterSeconds] of [
      [one, 2_900, 58],
      [other, 3_900, 57],
    ] as const) {
      writes.mockClear();
      reads.mockClear();
      expect(store.take(key, NOON + at)).toMatchObject({ allowed: false, retryAfterSeconds });
      expect(writes.mock.calls.length + reads.mock.calls.length).toBe(0);
    }
    expect(await other.store.take(key, NOON + 60_000)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 1 });
    expect(await one.store.take(key, NOON + 60_000)).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  });

  it('count every request for a whole window, not longer, if their clocks differ a little', async () => {
    const rate = { limit: 2, windowMs: 60_000 };
    const [ahead, behind] = [await newStore({ rate }), await newStore({ rate })];
    const key = newKey();
    await ahead.store.take(key, NOON + 500);
    expect(await behind.store.take(key, NOON)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await behind.store.take(key, NOON + 59_999)).toMatchObject({ allowed: false });
    expect(await behind.store.take(key, NOON + 60_000)).toMatchObject({ allowed: true });
  });

  it('count every key separately', async () => {
    const rate = { limit: 5, windowMs: 60_000 };
    const stores = [(await newStore({ rate })).store, (await newStore({ rate })).store];
    const own = Array.from({ length: 20 }, newKey);
    const decisions = await Promise.all(own.map((key) => takeAll(stores, key, 8, 4)));
    for (const each of decisions) expect(allowedOf(each)).toHaveLength(5);
  });
});

describe('requests of one moment', () => {
  it('share a round trip', async () => {
    const { store, writes } = await newStore();
    const decisions = await takeAll([store], newKey(), 500, 500);
    expect(allowedOf(decisions)).toHaveLength(500);
    expect(writes.mock.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('while NATS is unavailable or hangs', () => {
  it.each([
    ['unavailable', () => nats.end('SIGKILL'), () => nats.start()],
    ['hanging', () => nats.pause(), async () => nats.resume()],
  ])(
    '%s: each gateway counts on its own from what it knew, logs that once, and shares again afterwards',
    async (_, harm, restore) => {
      const rate = { limit: 10, windowMs: 60_000 };
      const events: string[] = [];
      const [one, other] = [await newStore({ rate, events, timeoutMs: 80 }), await newStore({ rate, timeoutMs: 80 })];
      const key = newKey();
      const stores = [one.store, other.store];
      for (const store of stores) await eventually(() => expect(store.isLocal).toBe(false));
      await takeAll(stores, key, 4, 1);
      events.length = 0;

      await harm();
      // Both know of four, or the store asked before the last one of three.
      for (const store of stores) {
        const allowed = allowedOf(await takeAll([store], key, 12, 3)).length;
        expect([6, 7]).toContain(allowed);
        expect(store.isLocal).toBe(true);
        expect(store.localDecisions).toBeGreaterThan(0);
      }
      expect(events).toEqual([expect.stringMatching(/^alone: /)]);

      await restore();
      for (const store of stores) await eventually(() => expect(store.isLocal).toBe(false));
      await eventually(() => expect(events.at(-1)).toBe('shared'));
      await eventually(async () => expect(allowedOf(await takeAll(stores, newKey(), 14, 5))).toHaveLength(10));
      expect(allowedOf(await takeAll(stores, key, 4, 2))).toEqual([]);
    },
  );

  it('a restart of the only server, which forgets all counts: gateways tell it what they know, and the limit is exact again', async () => {
    const rate = { limit: 10, windowMs: 60_000 };
    const gateways = [await newStore({ rate }), await newStore({ rate })];
    const stores = gateways.map(({ store }) => store);
    const key = newKey();
    // The revisions of a forgotten bucket are higher than those of the next one.
    for (let requests = 0; requests < 50; requests++) await takeAll(stores, newKey(), 1, 1);
    expect(allowedOf(await takeAll(stores, key, 6, 1))).toHaveLength(6);

    await nats.end('SIGKILL');
    for (const { link } of gateways) await eventually(() => expect(link.connection).toBeNull());
    await nats.start();
    // Requests of other clients are the first to find that the bucket is gone.
    for (const store of stores) await takeAll([store], newKey(), 1, 1);
    for (const store of stores) await eventually(() => expect(store.isLocal).toBe(false));
    expect(allowedOf(await takeAll(stores, newKey(), 30, 5))).toHaveLength(10);
    // The first gateway knows all but the last request, which was the other's.
    const others = allowedOf(await takeAll(stores, key, 10, 1));
    expect([4, 5]).toContain(others.length);
  });

  it.each([
    [
      'NATS is running without an account for the bucket',
      { bucket: { ...BUCKET, name: 'LYCEUM_NONE' } },
      /^alone: NATS is available, .* not provisioned, or too few of its servers are running/,
    ],
    ['NATS is not running', { url: 'nats://127.0.0.1:1' }, /^alone: NATS is unavailable$/],
  ])('logs why it counts alone: %s', async (_, options, reason) => {
    const events: string[] = [];
    await newStore({ ...options, events });
    expect(events).toEqual([expect.stringMatching(reason)]);
  });

  it('what a gateway counted alone counts for all afterwards', async () => {
    const rate = { limit: 10, windowMs: 60_000 };
    const [one, other] = [await newStore({ rate, timeoutMs: 1_000 }), await newStore({ rate })];
    const key = newKey();
    await nats.end();
    await eventually(() => expect(one.link.connection).toBeNull());
    expect(allowedOf(await takeAll([one.store], key, 6, 1))).toHaveLength(6);
    await nats.start();
    for (const { store } of [one, other]) await eventually(() => expect(store.isLocal).toBe(false));
    await eventually(() => expect(other.link.connection).not.toBeNull());
    expect(await one.store.take(key, NOON + 100)).toMatchObject({ allowed: true, remaining: 3 });
    expect(allowedOf(await takeAll([other.store], key, 6, 1))).toHaveLength(3);
  });
});
