import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../../dev/embedded-postgres/start-embedded-postgres.ts';
import { TestNats } from '../../dev/testing/nats-server.ts';
import { natsUsers } from '../../installation/nats-users.ts';
import { services } from '../../installation/services.ts';
import { migrate } from '../../platform/data/migrate.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { Operator } from '../../test/support/operator.ts';
import type { Program } from '../../test/support/program.ts';
import { portOf, spawnService } from '../../test/support/service-process.ts';
import { usageOf } from '../process-usage.ts';

interface Options {
  readonly perSecond: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/** Directory and webhooks as in production, with NATS between them: users are created at a fixed rate, and a reader of the feed asks for what is new. */
export async function measureLag(postgres: EmbeddedPostgres, { perSecond, seconds, say }: Options): Promise<void> {
  const names = ['directory', 'webhooks'];
  await postgres.ensureDatabases(names);
  for (const { name, migrations } of services)
    if (names.includes(name)) await migrate({ databaseUrl: postgres.url(name), migrations, log: silentLogger });
  const nats = await TestNats.start(natsUsers);
  const programs: Program[] = [];
  const operators: Operator[] = [];
  try {
    const [directory, webhooks] = await Promise.all(
      names.map(async (name) => {
        const env = { NODE_ENV: 'production', NATS_URL: nats.urlOf(name) };
        const program = spawnService({ service: name, databaseUrl: postgres.url(name) }, new Map(), env);
        programs.push(program);
        const operator = new Operator(await portOf(program));
        operators.push(operator);
        return { program, operator };
      }),
    );
    if (!directory || !webhooks) throw new Error('not started');
    const institutionId = await directory.operator.newInstitution('bench');
    const create = directory.operator.call(institutionId);
    const write = () =>
      create(UserService.method.createUser, {
        email: `${randomUUID()}@bench.example`,
        firstName: 'New',
        lastName: 'User',
      });
    const list = webhooks.operator.call(institutionId);
    const read = (afterSequence: bigint) => list(EventService.method.listEvents, { size: 100, afterSequence });
    // What has never run yet, and the first second of a turn.
    await atRate(perSecond, WARM_UP_SECONDS, write);
    const pid = webhooks.program.child.pid ?? 0;
    const { endSequence } = await settled(read, 0n, perSecond * WARM_UP_SECONDS);
    const before = usageOf(pid).cpuMs;
    const reading = settled(read, endSequence, Math.floor(perSecond * seconds));
    const written = await atRate(perSecond, seconds, write);
    const { lags } = await reading;
    const cpuMs = usageOf(pid).cpuMs - before;
    lags.sort((a, b) => a - b);
    const quantile = (part: number) => lags[Math.min(lags.length - 1, Math.floor(lags.length * part))]?.toFixed(0);
    say(`${written.perSecond.toFixed(0)} writes a second, ${lags.length} events`);
    say(`from commit to reader: p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, at most ${quantile(1)} ms`);
    say(`CPU of webhooks, its reader included: ${((cpuMs / lags.length) * 1_000).toFixed(0)} µs an event`);
  } finally {
    for (const operator of operators) operator.close();
    for (const program of programs) program.kill('SIGKILL');
    await nats.remove();
  }
}

/** Writes at a fixed rate, whether or not those before are answered; resolves when all are. */
async function atRate(
  perSecond: number,
  seconds: number,
  write: () => Promise<unknown>,
): Promise<{ perSecond: number }> {
  const underWay: Promise<unknown>[] = [];
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1_000;
  while (underWay.length < Math.floor(perSecond * seconds)) {
    for (let due = Math.floor(elapsed() * perSecond) - underWay.length; due > 0; due--) underWay.push(write());
    await delay(TICK_MS);
  }
  await Promise.all(underWay);
  return { perSecond: underWay.length / elapsed() };
}

type Read = (after: bigint) => Promise<{
  readonly events: readonly { readonly occurredAt: string }[];
  readonly hasMore: boolean;
  readonly endSequence: bigint;
}>;

/** Reads so many events behind a place, and notes how long after its commit each was there. */
async function settled(read: Read, after: bigint, count: number): Promise<{ lags: number[]; endSequence: bigint }> {
  const lags: number[] = [];
  let end = after;
  while (lags.length < count) {
    const { events, hasMore, endSequence } = await read(end);
    const now = Date.now();
    lags.push(...events.map(({ occurredAt }) => now - Date.parse(occurredAt)));
    end = endSequence;
    if (!hasMore) await delay(TICK_MS);
  }
  return { lags, endSequence: end };
}

const TICK_MS = 5;
const WARM_UP_SECONDS = 5;
