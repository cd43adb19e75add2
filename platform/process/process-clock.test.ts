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

/** By how much the machine and the server are ahead at first, and then; and where the process has its time after a while. */
it.each([
  ['a step of the machine changes nothing while the server does not agree', [0, 0], [300_000, 0], 0],
  ['nor does one back', [0, 0], [-300_000, 0], 0],
  ['a step of the server changes nothing while the machine goes on as before', [0, 0], [0, 300_000], 0],
  ['nor does one back', [0, 0], [0, -300_000], 0],
  ['beside a machine that is behind, a step of the server ahead changes nothing', [-60_000, 0], [-60_000, 300_000], 0],
  ['beside a machine that is ahead, a step of the server back changes nothing', [60_000, 0], [60_000, -300_000], 0],
  ['a step of the server past a wrong machine is believed no further', [60_000, 0], [60_000, 300_000], 60_000],
  ['beside a wrong machine, a server that is set right is believed', [-600_000, 300_000], [-600_000, 0], 0],
  ['a machine that is a little ahead is believed', [30_000, 0], [30_000, 0], 30_000],
  ['a machine that is a little behind is believed', [-30_000, 0], [-30_000, 0], -30_000],
  ['a machine that is far ahead takes the time of the server', [300_000, 0], [300_000, 0], 0],
  ['a machine that is far behind takes the time of the server', [-300_000, 0], [-300_000, 0], 0],
])('%s: ahead by %j, then by %j', async (_, first, then, expected) => {
  [machine = 0, server = 0] = first;
  await clock.follow(db);
  [machine = 0, server = 0] = then;
  await pass(20 * MINUTE_MS);
  expect(ahead()).toBe(expected);
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
