import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../../bench/quantile.ts';
import { WatchedProcess } from '../../bench/soak/watched-process.ts';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { findFreePort } from '../../libraries/embedded-postgres/free-port.ts';
import { Operator } from '../../test/support/operator.ts';
import { lyceumEnvironment } from '../../test/support/process/lyceum-process.ts';
import { SharedClock } from '../../test/support/shape/shared-clock.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { UserServer } from '../../test/support/user-server.ts';
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

async function main(scope: TestScope, operations: number, seed: number): Promise<void> {
  const membersEach = Math.ceil(operations / (SCHOOLS * OPERATIONS_OF_A_MEMBER));
  print(`seed ${seed}: ${operations} operations of ${SCHOOLS * membersEach} members of ${SCHOOLS} schools`);
  print(row(['day', 'operations', 'a second', 'records', 'live heap', 'RSS']));
  const heaps: number[] = [];
  let last: Day | undefined;
  const began = performance.now();
  const { lyceum, clock, operator } = await openPlatform(scope, '2026-10-02T08:00:00.000Z');
  const { path: folder } = await scope.dataDirectory();
  const platform = { operator, url: `http://127.0.0.1:${lyceum.port}`, clock, folder };
  for await (const day of runMonth({ ...platform, seed, days: DAYS, operations, schools: SCHOOLS, membersEach })) {
    const { heap, rss } = await lyceum.memory();
    heaps.push(heap);
    const rate = (day.operations / (performance.now() - began)) * 1_000;
    const sizes = [heap, rss].map((bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`);
    print(row([day.day, day.operations, rate.toFixed(0), day.records, ...sizes]));
    last = day;
  }
  const statuses = [...(last?.statuses ?? [])]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  print(`answers ${statuses.join(', ')}; none differs from the reference`);
  const third = Math.floor(heaps.length / 3);
  const growth = median(heaps.slice(-third)) / median(heaps.slice(-2 * third, -third));
  print(`live heap: the last third is ${growth.toFixed(3)} of the middle third`);
  if (growth > MAX_GROWTH) throw new Error(`the memory grows: at most ${MAX_GROWTH}`);
}

/** The platform as `npm start` runs it, in a process of its own, so that the reference's memory is not counted. */
async function openPlatform(scope: TestScope, startsAt: string) {
  const postgres = await UserServer.start();
  scope.onClear(() => postgres.stop());
  const names = services.map(({ name }) => name);
  await postgres.ensureDatabases(names);
  const data = await scope.dataDirectory();
  const clock = new SharedClock(startsAt, join(data.path, 'clock'));
  scope.onClear(async () => clock.close());
  const grpcPort = await findFreePort(null);
  const lyceum = await WatchedProcess.start('lyceum', 'dev/main.ts', {
    ...lyceumEnvironment(data),
    ...clock.environment,
    ...Object.fromEntries(names.map((name) => [databaseVariable(name), postgres.url(name)])),
    GRPC_PORT: String(grpcPort),
    CONNECT_PORT: '0',
    // The machine may be slow.
    REQUEST_TIMEOUT_MS: '60000',
  });
  scope.onClear(() => lyceum.stop());
  const operator = new Operator(grpcPort);
  scope.onClear(async () => operator.close());
  return { lyceum, clock, operator };
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
const scope = new TestScope();
await main(scope, Number(values.operations), Number(values.seed))
  .finally(() => scope.clear())
  .finally(() => clearInterval(alive));
