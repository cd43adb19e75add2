import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { held, TEST_EVENT } from '../../../test/support/nats/events.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { newTestBus } from '../../../test/support/nats/nats-users.ts';
import { type Probe, startProbe } from '../../../test/support/probe/start-probe.ts';

const PROGRAM = fileURLToPath(new URL('../../../test/support/nats/relay-process.ts', import.meta.url));
const AGGREGATES = 5;
const MAX_BACKLOG = 1_000;

let nats: TestNats;
let probe: Probe;
let bench: Awaited<ReturnType<typeof newTestBus>>;
const relays = new Map<string, ChildProcess>();
/** What a listener received, as `aggregate number`: everything published, including duplicates. */
let published: string[];
/** What a durable subscriber received. */
let received: string[];

beforeAll(async () => {
  nats = await TestNats.start();
});
beforeEach(async () => {
  probe = await startProbe();
  bench = await newTestBus(nats.url);
  published = [];
  received = [];
  const text = ({ aggregateId, requestId }: { aggregateId: string; requestId: string }) =>
    `${aggregateId} ${requestId}`;
  const common = { name: `takeover-${probe.databaseUrl.slice(-12)}`, types: [typeOf()] };
  await nats.declare({ ...common, isInBatches: true });
  const { bus } = bench;
  await bus.listen({ ...common, handle: async (event) => void published.push(text(event)) });
  await bus.subscribe({
    ...common,
    lock: held,
    async handle(events) {
      received.push(...events.map(text));
      return new Set(events.map(({ id }) => id));
    },
  });
});
afterEach(async () => {
  for (const relay of relays.values()) {
    relay.kill('SIGKILL');
    if (relay.exitCode === null && relay.signalCode === null) await once(relay, 'exit');
  }
  relays.clear();
  await bench.close();
  await probe.stop();
});
afterAll(() => nats.remove());

/** A type of this test. */
const typeOf = () => `${TEST_EVENT}${probe.databaseUrl.slice(-12)}`;

async function startRelay(name: string): Promise<void> {
  const relay = spawn(process.execPath, [PROGRAM, name, probe.databaseUrl, nats.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  relays.set(name, relay);
  await once(relay.stdout as NodeJS.ReadableStream, 'data');
}

/** Which relay is working. */
async function holder(): Promise<string | undefined> {
  const [row] = await probe.sql<{ name: string }>(
    `SELECT split_part(application_name, ' ', 1) AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND application_name LIKE 'relay-%' AND datname = current_database()`,
  );
  return row?.name;
}

let inserted = 0;
/** Inserts a few more events for each aggregate. */
async function insertEvents(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    inserted++;
    await probe.sql(
      `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, actor_type, occurred_at, payload)
       SELECT NULL, gen_random_uuid(), $1, a::text, $2, 'system', now(), '\\x' FROM generate_series(1, $3::int) AS a`,
      [typeOf(), String(inserted), AGGREGATES],
    );
  }
}

const eventually = (assert: () => void | Promise<void>) => vi.waitFor(assert, { timeout: 30_000, interval: 25 });

it.each(['SIGKILL', 'SIGSTOP'] as const)(
  'a relay that gets %s is followed by another within ten seconds',
  async (signal) => {
    inserted = 0;
    await Promise.all(['relay-1', 'relay-2'].map(startRelay));
    const first = await vi.waitFor(async () => (await holder()) ?? Promise.reject(new Error('nobody')), 10_000);
    // Events are inserted all the time, so that the relay is working whenever the signal comes, but not without an end
    // if nothing relays them.
    let isInserting = true;
    const teller = (async () => {
      while (isInserting) {
        if (inserted * AGGREGATES < published.length + MAX_BACKLOG) await insertEvents();
        else await delay(5);
      }
    })();
    await eventually(() => expect(published.length).toBeGreaterThan(100));
    relays.get(first)?.kill(signal);
    await vi.waitFor(async () => expect([undefined, first]).not.toContain(await holder()), 10_000);
    const atTakeover = published.length;
    await eventually(() => expect(published.length).toBeGreaterThan(atTakeover + 100));
    relays.get(first)?.kill('SIGCONT');
    const afterWaking = published.length;
    await eventually(() => expect(published.length).toBeGreaterThan(afterWaking + 100));
    isInserting = false;
    await teller;

    await eventually(async () => expect(await probe.sql('SELECT FROM outbox WHERE published_at IS NULL')).toEqual([]));
    await eventually(() => expect(received).toHaveLength(inserted * AGGREGATES));
    for (let aggregate = 1; aggregate <= AGGREGATES; aggregate++) {
      const own = received.filter((each) => each.startsWith(`${aggregate} `)).map((each) => Number(each.split(' ')[1]));
      expect(own).toEqual(Array.from({ length: inserted }, (_, index) => index + 1));
    }
  },
);
