import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from '@prometheus-io/client';
import { monotonicMs } from '../../core/clock.ts';

/**
 * Exports how late a timer of {@link TICK_MS} would have been since the last scrape, in the 50th, 90th and 99th
 * percentile and at most. There is no such timer, which would wake an idle process a hundred times a second: Node
 * measures the turns of the event loop as they happen, and such a timer is late once in a turn that is longer than its
 * interval, and never in the rest of the time.
 */
export function addLoopLag(register: Registry): void {
  const turns = monitorEventLoopDelay({ samplePerIteration: true });
  turns.enable();
  let since = monotonicMs();
  const gauge = (name: string, help: string, collect?: () => void) =>
    new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help,
      registers: [register],
      ...(collect ? { collect } : {}),
    });
  // The first of them that a scrape reads sets all.
  const max = gauge('max', 'The longest event loop delay since the last scrape.', () => {
    const now = monotonicMs();
    const late = lateTurns(turns);
    const lateMs = late.reduce((sum, { count, ms }) => sum + count * ms, 0);
    const lateTicks = late.reduce((sum, { count }) => sum + count, 0);
    const ticks = lateTicks + Math.max(0, now - since - lateMs) / TICK_MS;
    for (const { percentile, lag } of percentiles) {
      let left = ticks * (1 - percentile / 100);
      const found = late.findLast(({ count }) => {
        left -= count;
        return left < 0;
      });
      lag.set((found?.ms ?? 0) / 1_000);
    }
    max.set(turns.max / 1e9);
    turns.reset();
    since = now;
  });
  const percentiles = [50, 90, 99].map((percentile) => ({
    percentile,
    lag: gauge(`p${percentile}`, `The ${percentile}th percentile of the event loop delays since the last scrape.`),
  }));
}

/** The turns that are longer than {@link TICK_MS}, the shortest first, as few groups of similar length. */
function lateTurns(turns: { readonly count: number; readonly percentiles: ReadonlyMap<number, number> }) {
  let below = 0;
  const groups = Array.from(turns.percentiles, ([percentile, ns]) => {
    const count = (turns.count * (percentile - below)) / 100;
    below = percentile;
    return { count, ms: ns / 1e6 };
  });
  return groups.filter(({ ms }) => ms > TICK_MS);
}

const TICK_MS = 10;
