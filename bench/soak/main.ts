import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { prepareBench } from '../prepare.ts';
import type { Memory } from './memory-reporter.ts';
import { Mix } from './mix.ts';
import { startMany, startOne } from './shapes.ts';
import { growthOf, type Point } from './trend.ts';

/**
 * `npm run soak`: measures the memory of each process under a steady mix of requests. Fails if a live heap grows: if
 * its trend from the end of the warm-up to the end of the run exceeds the tolerance.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** `one` process, or `many`: one for each service and the gateway, with NATS. */
    shape: { type: 'string', default: 'one' },
    /** The tolerated growth of a live heap in megabytes. */
    tolerance: { type: 'string', default: '4' },
  },
});

const MEGABYTE = 1024 * 1024;
/** The part of the run in which caches fill and code is compiled. */
const WARM_UP = 0.25;
const SAMPLES = 40;

const seconds = Number(values.minutes) * 60;
const bench = await prepareBench();
const shape = await (values.shape === 'many' ? startMany : startOne)(bench);
const samples = new Map(shape.processes.map(({ name }) => [name, [] as (Memory & { atSeconds: number })[]]));
try {
  const mix = new Mix(bench, shape.url);
  process.stdout.write(`${row('second', 'process', 'RSS', 'live heap', 'external', 'answered')}\n`);
  for (let sample = 1; sample <= SAMPLES; sample++) {
    await delay((seconds * 1000) / SAMPLES);
    for (const watched of shape.processes) {
      const memory = await watched.memory();
      const atSeconds = (sample * seconds) / SAMPLES;
      samples.get(watched.name)?.push({ ...memory, atSeconds });
      const { rss, heap, external } = memory;
      const cells = [rss, heap, external].map(megabytes);
      process.stdout.write(`${row(atSeconds.toFixed(0), watched.name, ...cells, String(mix.answered))}\n`);
    }
  }
  await mix.stop();
  const statuses = [...mix.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`\nanswers ${statuses.join(', ')}\n`);
  process.exitCode = judge() ? 0 : 1;
} finally {
  await shape.stop();
  await bench.stop();
}

/** Prints each process's trend; returns whether all are within the tolerance. */
function judge(): boolean {
  process.stdout.write(`\n${row('', 'process', 'RSS', 'live heap', 'growth', '')}\n`);
  let isWell = true;
  for (const [name, all] of samples) {
    const warm = all.filter(({ atSeconds }) => atSeconds > WARM_UP * seconds);
    const growth = growthOf(warm.map(({ atSeconds, heap }): Point => ({ atSeconds, value: heap })));
    const isSteady = growth <= Number(values.tolerance) * MEGABYTE;
    isWell &&= isSteady;
    const last = warm.at(-1);
    const cells = [last?.rss ?? 0, last?.heap ?? 0, growth].map(megabytes);
    process.stdout.write(`${row('', name, ...cells, isSteady ? 'steady' : 'GROWS')}\n`);
  }
  process.stdout.write(`tolerance ${values.tolerance} MB within the last ${(1 - WARM_UP) * 100} % of the run\n`);
  return isWell;
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function row(second: string, name: string, ...cells: string[]): string {
  return [second.padStart(6), name.padEnd(14), ...cells.map((cell) => cell.padStart(12))].join(' ');
}
