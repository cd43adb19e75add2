import { Registry } from '@prometheus-io/client';
import { expect, it } from 'vitest';
import { monotonicMs } from '../../core/clock.ts';
import { addLoopLag } from './loop-lag.ts';

const BLOCK_MS = 200;

function block(): void {
  for (const end = monotonicMs() + BLOCK_MS; monotonicMs() < end; );
}

/** The values at a scrape, in seconds. */
async function scrape(register: Registry): Promise<Record<string, number>> {
  const metrics = await register.getMetricsAsJSON();
  return Object.fromEntries(metrics.map(({ name, values }) => [name, values[0]?.value ?? Number.NaN]));
}

it('the lag of the event loop is that of a timer, of the time since the last scrape', async () => {
  const register = new Registry();
  addLoopLag(register);
  for (let blocks = 0; blocks < 5; blocks++) {
    block();
    await new Promise(setImmediate);
  }
  const busy = await scrape(register);
  expect(Object.keys(busy).toSorted()).toEqual(
    ['max', 'p50', 'p90', 'p99'].map((name) => `nodejs_eventloop_lag_${name}_seconds`),
  );
  for (const lag of Object.values(busy)) expect(lag).toBeGreaterThanOrEqual(BLOCK_MS / 1_000);
  await new Promise(setImmediate);
  await scrape(register);
  await new Promise(setImmediate);
  const idle = await scrape(register);
  expect(idle.nodejs_eventloop_lag_max_seconds).toBeLessThan(busy.nodejs_eventloop_lag_max_seconds ?? 0);
});
