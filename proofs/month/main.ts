import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { median } from '../../bench/quantile.ts';
import type { Memory } from '../../bench/soak/memory-reporter.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { openMonthPlatform } from './month-platform.ts';
import { type Day, runMonth } from './run-month.ts';

/**
 * `npm run test:month -- --operations 1000000 --seed 7`: a month of ten schools on the platform as `npm start` runs it.
 * The exit code is 1 if an answer or a record differs from the reference's, or if the memory grows.
 */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});

const DAYS = 31;
const SCHOOLS = 10;
/** In a month, so that members of a longer run have no more records than those of a short one. */
const OPERATIONS_OF_A_MEMBER = 2_500;
/** The last third of the days to the middle one, by their medians. */
const MAX_GROWTH = 1.1;
const MEGABYTE = 1024 * 1024;

async function main(operations: number, seed: number): Promise<void> {
  const scope = new TestScope();
  const membersEach = Math.ceil(operations / (SCHOOLS * OPERATIONS_OF_A_MEMBER));
  print(`seed ${seed}: ${operations} operations of ${SCHOOLS * membersEach} members of ${SCHOOLS} schools`);
  print(row(['day', 'operations', 'a second', 'records', 'live heap', 'RSS']));
  const memories: Memory[] = [];
  let last: Day | undefined;
  const began = performance.now();
  try {
    const platform = await openMonthPlatform(scope, '2026-10-02T08:00:00.000Z');
    const options = { clock: platform.clock, seed, days: DAYS, operations, schools: SCHOOLS, membersEach };
    for await (const day of runMonth(platform, options)) {
      const memory = await platform.memory();
      memories.push(memory);
      const rate = (day.operations / (performance.now() - began)) * 1_000;
      const sizes = [memory.heap, memory.rss].map((bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`);
      print(row([day.day, day.operations, rate.toFixed(0), day.records, ...sizes]));
      last = day;
    }
  } finally {
    await scope.clear();
  }
  const statuses = [...(last?.statuses ?? [])].sort(([a], [b]) => a - b);
  print(
    `answers ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}; none differs from the reference`,
  );
  const growth = growthOf(memories.map(({ heap }) => heap));
  print(`live heap: the last third is ${growth.toFixed(3)} of the middle third`);
  if (growth > MAX_GROWTH) throw new Error(`the memory grows: at most ${MAX_GROWTH}`);
}

function growthOf(sizes: readonly number[]): number {
  const third = Math.floor(sizes.length / 3);
  return median(sizes.slice(-third)) / median(sizes.slice(-2 * third, -third));
}

function row(cells: readonly (string | number)[]): string {
  return cells.map((cell) => String(cell).padStart(12)).join('');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// When stopped, it stops its processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// PostgreSQL does not keep it alive; it waits for its end.
const alive = setInterval(() => undefined, 60_000);
await main(Number(values.operations), Number(values.seed)).finally(() => clearInterval(alive));
