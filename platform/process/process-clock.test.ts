import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Reader } from '../../libraries/pg-batch/index.ts';
import { silentLogger } from '../observability/log.ts';
import { ProcessClock } from './process-clock.ts';

const NOON = Date.parse('2026-10-05T12:00:00Z');
const MINUTE_MS = 60_000;

/** The time that passes, and by how much the machine and the server are ahead of it. */
let passed: number;
let machine: number;
let server: number;
let clock: ProcessClock;
beforeEach(() => {
  [passed, machine, server] = [0, 0, 0];
  vi.useFakeTimers({ now: NOON, toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  vi.spyOn(Date, 'now').mockImplementation(() => NOON + passed + machine);
  clock = new ProcessClock(silentLogger);
});
afterEach(() => {
  clock.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The server answers at once with the time that it has. */
const db = { rows: async () => [{ ms: NOON + passed + server }] } as unknown as Reader;
const ahead = () => clock.now() - NOON - passed;

async function pass(ms: number): Promise<void> {
  passed += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

it.each([300_000, -300_000])(
  'a step of the machine by %i ms changes nothing while the server does not agree',
  async (step) => {
    await clock.follow(db);
    machine = step;
    expect(ahead()).toBe(0);
    await pass(10 * MINUTE_MS);
    expect(ahead()).toBe(0);
  },
);

it.each([300_000, -300_000])(
  'a step of the server by %i ms changes nothing while the machine goes on as before',
  async (step) => {
    await clock.follow(db);
    server = step;
    await pass(10 * MINUTE_MS);
    expect(ahead()).toBe(0);
  },
);

it.each([
  [-60_000, 300_000],
  [60_000, -300_000],
])(
  'beside a machine that is %i ms ahead, a step of the server by %i ms the other way changes nothing',
  async (difference, step) => {
    machine = difference;
    await clock.follow(db);
    server = step;
    await pass(10 * MINUTE_MS);
    expect(ahead()).toBe(0);
  },
);

it('a step of the server past a machine that is wrong is believed no further than the machine', async () => {
  machine = 60_000;
  await clock.follow(db);
  server = 300_000;
  await pass(10 * MINUTE_MS);
  expect(ahead()).toBe(60_000);
});

it('beside a machine that is wrong, a server that was wrong and is set right is believed', async () => {
  [machine, server] = [-600_000, 300_000];
  await clock.follow(db);
  server = 0;
  await pass(20 * MINUTE_MS);
  expect(ahead()).toBe(0);
});

it('beside a machine that is wrong, a server that drifts is followed', async () => {
  machine = 60_000;
  await clock.follow(db);
  for (let day = 0; day < 30; day++) {
    server -= 2_000;
    await pass(10 * MINUTE_MS);
  }
  expect(ahead()).toBe(-60_000);
});

it.each([30_000, -30_000])('a machine that is %i ms ahead is believed', async (difference) => {
  machine = difference;
  await clock.follow(db);
  expect(ahead()).toBe(difference);
});

it.each([300_000, -300_000])(
  'a machine that is %i ms ahead when it starts takes the time of the server',
  async (difference) => {
    machine = difference;
    await clock.follow(db);
    expect(ahead()).toBe(0);
  },
);

it('without a server it takes the time of the machine', () => {
  machine = 300_000;
  expect(ahead()).toBe(300_000);
});

it('when all clocks are set back by five minutes, it waits for them at half the speed', async () => {
  await clock.follow(db);
  [machine, server] = [-300_000, -300_000];
  clock.now();
  await pass(2 * MINUTE_MS);
  expect(clock.ofIdentities.now() - NOON - passed).toBe(-300_000);
  expect(ahead()).toBe(-MINUTE_MS);
  await pass(8 * MINUTE_MS);
  expect(ahead()).toBe(-300_000);
});

it('it never goes back, and is never further ahead than the clocks were, whatever they do', async () => {
  const steps = fc.array(
    fc.record({
      ms: fc.integer({ min: 0, max: 120_000 }),
      set: fc.constantFrom('machine', 'server', 'both', 'none'),
      to: fc.integer({ min: -300_000, max: 300_000 }),
    }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      clock.stop();
      clock = new ProcessClock(silentLogger);
      [machine, server] = [0, 0];
      await clock.follow(db);
      let last = clock.now();
      for (const { ms, set, to } of all) {
        if (set === 'machine' || set === 'both') machine = to;
        if (set === 'server' || set === 'both') server = to;
        await pass(ms);
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(last);
        expect(Math.abs(ahead())).toBeLessThanOrEqual(300_001);
        last = now;
      }
    }),
    { endOnFailure: true },
  );
});
