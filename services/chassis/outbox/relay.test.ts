import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { InProcessBus } from '../events/in-process-bus.ts';
import { systemIds } from '../ids.ts';
import { silentLogger } from '../log.ts';
import { type Probe, startProbe } from '../testing/probe/start-probe.ts';
import { Relay } from './relay.ts';

const TYPE = 'lyceum.test.v1.Told';
const INSERT = `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, occurred_at, payload)
  SELECT NULL, gen_random_uuid(), '${TYPE}', told, 'r', '2026-10-05T08:00:00.5Z', '\\x01' FROM unnest($1::text[]) AS told`;

let probe: Probe;
let database: Database;
/** What the subscriber heard, by aggregate. */
let heard: string[];
/** What the subscriber does about an event. */
let handle: (aggregate: string) => Promise<void>;
const relays: Relay[] = [];
beforeAll(async () => {
  probe = await startProbe();
  database = probe.database();
});
afterAll(() => probe.stop());
beforeEach(() => {
  heard = [];
  handle = async () => undefined;
});
afterEach(async () => {
  handle = async () => undefined;
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await probe.sql('TRUNCATE outbox');
});

async function newRelay(on = database): Promise<Relay> {
  const bus = new InProcessBus(silentLogger);
  await bus.subscribe({
    name: 'test',
    types: [TYPE],
    durable: true,
    handle: async ({ aggregateId }) => {
      heard.push(aggregateId);
      await handle(aggregateId);
    },
  });
  const relay = new Relay({ db: on, bus, clock: probe.clock, log: silentLogger, service: 'probe' });
  relays.push(relay);
  return relay;
}

const tell = (...aggregates: string[]) => probe.sql(INSERT, [aggregates]);
const untold = async () =>
  (
    await probe.sql<{ a: string }>('SELECT aggregate_id AS a FROM outbox WHERE published_at IS NULL ORDER BY sequence')
  ).map(({ a }) => a);
const eventually = (aggregates: string[]) => vi.waitFor(() => expect(heard).toEqual(aggregates), 5_000);

describe('the relay', () => {
  it('delivers what it finds, all that an event is, and marks it', async () => {
    const bus = new InProcessBus(silentLogger);
    const publish = vi.spyOn(bus, 'publish');
    const relay = new Relay({ db: database, bus, clock: probe.clock, log: silentLogger, service: 'probe' });
    const id = systemIds.newId();
    await probe.sql(
      `INSERT INTO outbox (institution_id, id, type, aggregate_id, request_id, occurred_at, payload)
       VALUES ($1, $1, '${TYPE}', 'a', 'request', '2026-10-05T08:00:00Z', '\\x00ff')`,
      [id],
    );
    relay.start();
    await vi.waitFor(async () => expect(await untold()).toEqual([]));
    await relay.stop();
    expect(publish.mock.calls.map(([events]) => [events])).toMatchObject([
      [
        [
          {
            id,
            type: TYPE,
            institutionId: id,
            aggregateId: 'a',
            requestId: 'request',
            occurredAt: '2026-10-05T08:00:00.000Z',
            payload: Buffer.from([0, 255]),
          },
        ],
      ],
    ]);
    expect(await probe.sql('SELECT published_at FROM outbox')).toEqual([{ published_at: new Date(probe.clock.now()) }]);
  });

  it('keeps the order, however many there are', async () => {
    const all = Array.from({ length: 1_203 }, (_, i) => `${i}`);
    await tell(...all);
    (await newRelay()).start();
    await eventually(all);
  });

  it('delivers at once what it is told of', async () => {
    const relay = await newRelay();
    relay.start();
    await relay.stop();
    relay.start();
    await tell('a');
    relay.nudge();
    await eventually(['a']);
  });

  it('is not held up by being told without a pause', async () => {
    const relay = await newRelay();
    await tell('a');
    relay.start();
    await eventually(['a']);
    await tell('b');
    for (let nudges = 0; heard.length === 1 && nudges < 100; nudges++) {
      relay.nudge();
      await sleep(5);
    }
    expect(heard).toEqual(['a', 'b']);
  });

  it('finds what was committed behind what it has delivered already', async () => {
    const slow = await probe.connect();
    await slow.query('BEGIN');
    await slow.query(INSERT, [['slow']]);
    await tell('fast');
    const relay = await newRelay();
    relay.start();
    await eventually(['fast']);
    await slow.query('COMMIT');
    relay.nudge();
    await eventually(['fast', 'slow']);
  });

  it('before its start and after its stop delivers nothing', async () => {
    await tell('a');
    const relay = await newRelay();
    relay.nudge();
    await relay.stop();
    expect(heard).toEqual([]);
    relay.start();
    await eventually(['a']);
    await relay.stop();
    await tell('b');
    relay.nudge();
    expect(await untold()).toEqual(['b']);
  });
});

describe('an event that is not taken', () => {
  it('stays, with all of its aggregate behind it, and comes again; others do not wait', async () => {
    await tell('a', 'b', 'b', 'c');
    let fails = 1;
    handle = async (aggregate) => {
      if (aggregate === 'b' && fails-- > 0) throw new Error('not now');
    };
    (await newRelay()).start();
    await eventually(['a', 'b', 'c', 'b', 'b']);
    await vi.waitFor(async () => expect(await untold()).toEqual([]));
  });

  it('does not hold up what is behind a whole batch of its kind', async () => {
    await tell(...Array.from({ length: 600 }, () => 'stuck'), 'free');
    handle = async (aggregate) => {
      if (aggregate === 'stuck') throw new Error('never');
    };
    (await newRelay()).start();
    await vi.waitFor(() => expect(heard).toContain('free'));
  });

  it('is still there after the stop', async () => {
    await tell('a');
    handle = () => Promise.reject(new Error('never'));
    const relay = await newRelay();
    relay.start();
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
    await relay.stop();
    expect(await untold()).toEqual(['a']);
  });
});

describe('while an event is being delivered', () => {
  /** Holds the delivery of the first event until it is let go. */
  function hold() {
    const delivering = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    handle = async () => {
      delivering.resolve();
      await release.promise;
    };
    return { delivering: delivering.promise, release: release.resolve };
  }

  it('another relay of the service delivers nothing, and takes over afterwards', async () => {
    await tell('a', 'b');
    const { delivering, release } = hold();
    const [first, second] = [await newRelay(), await newRelay(probe.database())];
    first.start();
    await delivering;
    await tell('c');
    second.start();
    await second.stop();
    expect(heard).toEqual(['a']);
    release();
    await first.stop();
    expect(heard).toEqual(['a', 'b', 'c']);
  });

  it('others write and tell without waiting, and it is delivered once', async () => {
    await tell('a');
    const { delivering, release } = hold();
    const relay = await newRelay();
    relay.start();
    await delivering;
    await tell('b');
    relay.nudge();
    release();
    await eventually(['a', 'b']);
  });

  it('a stop waits for it, and delivers the rest', async () => {
    await tell('a');
    const { delivering, release } = hold();
    const relay = await newRelay();
    relay.start();
    await delivering;
    await tell('b', 'c');
    const stopped = relay.stop();
    release();
    await stopped;
    expect(heard).toEqual(['a', 'b', 'c']);
    expect(await untold()).toEqual([]);
  });

  it('the connection may break: it is delivered, and nothing is lost', async () => {
    await tell('a', 'b');
    const { delivering, release } = hold();
    (await newRelay(probe.database({ applicationName: 'broken-relay' }))).start();
    await delivering;
    await probe.sql(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'broken-relay%'",
    );
    release();
    await eventually(['a', 'b']);
    await vi.waitFor(async () => expect(await untold()).toEqual([]));
  });
});

describe('the relay that has lost its lock', () => {
  it('publishes nothing more, and the one that has it now goes on where it was', async () => {
    await tell('a', 'b', 'c');
    const delivering = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    handle = async (aggregate) => {
      if (aggregate !== 'a' || heard.length > 1) return;
      delivering.resolve();
      await release.promise;
    };
    const first = await newRelay(probe.database({ applicationName: 'losing-relay' }));
    first.start();
    await delivering.promise;
    await probe.sql(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'losing-relay%'",
    );
    const second = await newRelay(probe.database());
    second.start();
    await eventually(['a', 'a', 'b', 'c']);
    release.resolve();
    await first.stop();
    expect(heard).toEqual(['a', 'a', 'b', 'c']);
    expect(await untold()).toEqual([]);
  });
});
