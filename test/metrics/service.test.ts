import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withinCall } from '../../platform/core/call-scope.ts';
import { deadlineAfter, systemClock } from '../../platform/core/clock.ts';
import { event } from '../../platform/core/event.ts';
import { type OpenBus, openBus } from '../../platform/events/open-bus.ts';
import { command } from '../../platform/handler/command.ts';
import { consume } from '../../platform/handler/consume.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { registerEventMetrics } from '../../platform/process/metrics/register-process-metrics.ts';
import { registerServiceMetrics } from '../../platform/process/metrics/register-service-metrics.ts';
import type { RunningService } from '../../platform/process/service.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { DatabaseProxy } from '../support/postgres/database-proxy.ts';
import { callOperation } from '../support/probe/call-operation.ts';
import { positional } from '../support/probe/positional.ts';
import { type Probe, startProbe } from '../support/probe/start-probe.ts';
import { Scrape } from '../support/scrape.ts';
import { until } from '../support/until.ts';

const service = 'probe';
const SLEEP = positional('sleep', 'SELECT pg_sleep($1::float8)');
let nats: TestNats;
let probe: Probe;
beforeAll(async () => {
  [nats, probe] = await Promise.all([TestNats.start(), startProbe()]);
});
afterAll(async () => {
  await probe.stop();
  await nats.remove();
});

/** Metrics whose queries run at each scrape, with a short timeout. */
function measured(running: RunningService, timeoutMs = 5_000): Metrics & { read(): Promise<Scrape> } {
  const metrics = new Metrics(timeoutMs);
  registerServiceMetrics(metrics, running);
  return Object.assign(metrics, { read: async () => Scrape.read(await metrics.scrape()) });
}

/** Scrapes until the expected values appear. */
function shown(metrics: { read(): Promise<Scrape> }, what: string, shows: (scrape: Scrape) => boolean) {
  return until(what, async () => {
    const scrape = await metrics.read();
    return shows(scrape) && scrape;
  });
}

describe('events through NATS', () => {
  let events: OpenBus;
  let isFixed = false;
  let batched = Promise.resolve();
  let running: RunningService;
  let metrics: ReturnType<typeof measured>;
  beforeEach(async () => {
    isFixed = false;
  });
  beforeAll(async () => {
    events = await openBus({ NATS_URL: nats.url }, 'test', silentLogger);
    const types = [IntegrationCreatedSchema.typeName];
    for (const name of ['poisoned', 'batched'])
      await nats.declare({ name: `${service}.${name}`, types, isInBatches: true });
    const consumer = consume('poisoned', types, {
      async run() {
        if (!isFixed) throw new Error('cannot be');
        return [];
      },
    });
    const waiting = consume('batched', types, { run: () => batched.then(() => []) });
    running = probe.service({ consumers: [consumer, waiting] }, { bus: events.bus });
    metrics = measured(running);
    // NATS timestamps events with the machine's clock.
    registerEventMetrics(metrics, service, events, { now: () => systemClock.now() + 90_000 });
    await running.start();
  });
  afterAll(() => events.close());

  const publish = (...integrations: string[]) =>
    callOperation(
      running,
      command(UserService.method.createUser, {
        run: async () => ({
          response: {},
          events: integrations.map((integrationId) =>
            event(IntegrationCreatedSchema, integrationId, { integrationId }),
          ),
        }),
      }),
      { user: { email: 'a@x.example' } },
    );

  it('show an event that cannot be handled: first as blocking others, then as a dead letter', async () => {
    const idle = await metrics.read();
    expect(idle.value('lyceum_nats_connected', { service })).toBe(1);
    expect(idle.value('lyceum_dead_letters', { service, consumer: 'poisoned' })).toBe(0);
    expect(idle.value('lyceum_outbox_events', { service })).toBe(0);
    expect(idle.value('lyceum_outbox_oldest_event_age_seconds', { service })).toBe(0);
    const labels = { service, consumer: 'poisoned' };
    await publish('a');
    const scrape = await shown(metrics, 'what is tried again', (each) => {
      return each.value('lyceum_consumer_unacknowledged_events', labels) === 1;
    });
    await publish('b', 'c');
    await shown(metrics, 'the lag', (each) => each.value('lyceum_consumer_pending_events', labels) === 2);
    expect(scrape.value('lyceum_consumer_redelivered_events', labels)).toBe(0);
    const dead = await shown(
      metrics,
      'the dead letter',
      (each) => (each.value('lyceum_dead_letters', labels) ?? 0) > 0,
    );
    expect(dead.growthSince(idle, 'lyceum_outbox_published_events_total')).toEqual({ ' service=probe': 3 });
    isFixed = true;
    await probe.sql('UPDATE dead_letters SET replay_at = now()');
    // The last event may still be handled after the replay.
    await shown(metrics, 'no dead letter, and none pending', (each) => {
      const left = ['lyceum_dead_letters', 'lyceum_consumer_pending_events'].map((name) => each.value(name, labels));
      return left.every((count) => count === 0);
    });
  });

  it('are as old as the first event a batch consumer has not handled, and each handling time is counted', async () => {
    isFixed = true;
    const labels = { service, consumer: 'batched' };
    const idle = await shown(metrics, 'nothing left', (scrape) => {
      return scrape.value('lyceum_consumer_oldest_event_age_seconds', labels) === 0;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    batched = promise;
    await publish('f');
    const waiting = await shown(metrics, 'an event under way', (scrape) => {
      return scrape.value('lyceum_consumer_unacknowledged_events', labels) === 1;
    });
    expect(waiting.value('lyceum_consumer_oldest_event_age_seconds', labels)).toBeGreaterThanOrEqual(90);
    probe.clock.advance(2_000);
    resolve();
    const over = await shown(metrics, 'nothing left', (scrape) => {
      return scrape.value('lyceum_consumer_oldest_event_age_seconds', labels) === 0;
    });
    const grown = (name: string) => over.growthSince(idle, name)[' consumer=batched service=probe'];
    expect(grown('lyceum_consumer_lag_seconds_count')).toBe(1);
    expect(grown('lyceum_consumer_lag_seconds_sum')).toBeCloseTo(2);
  });

  it('wait while NATS is unavailable, and their age grows', async () => {
    isFixed = true;
    await nats.end('SIGKILL');
    await shown(metrics, 'NATS away', (scrape) => scrape.value('lyceum_nats_connected', { service }) === 0);
    const before = await metrics.read();
    await publish('d', 'e');
    probe.clock.advance(90_000);
    const scrape = await metrics.read();
    expect(scrape.value('lyceum_outbox_events', { service })).toBe(2);
    expect(scrape.value('lyceum_outbox_oldest_event_age_seconds', { service })).toBe(90);
    // The consumers' lag is unknown: no series, and the scrape reports the failed query.
    expect(scrape.value('lyceum_consumer_pending_events', { service, consumer: 'poisoned' })).toBeUndefined();
    expect(scrape.growthSince(before, 'lyceum_scrape_errors_total')).toEqual({ ' query=consumers service=probe': 1 });
    await nats.start();
    const end = await shown(
      metrics,
      'an empty outbox',
      (each) => each.value('lyceum_outbox_events', { service }) === 0,
    );
    expect(end.value('lyceum_nats_connected', { service })).toBe(1);
    expect(end.value('lyceum_outbox_oldest_event_age_seconds', { service })).toBe(0);
  });
});

describe('the database', () => {
  it('shows sessions in use, work waiting for one, and timeouts', async () => {
    const running = probe.service({}, { maxConnections: 2, statementTimeoutMs: 300 });
    const metrics = measured(running, 10);
    const { db } = running.runtime;
    const begun = Promise.withResolvers<void>();
    const before = await measured(running).read();
    const holding = [1, 2].map(() =>
      db.transaction(
        async (tx) => {
          await tx.rows(SLEEP, [0]);
          await begun.promise;
        },
        { of: 'nobody' },
      ),
    );
    const waiting = db.transaction((tx) => tx.rows(SLEEP, [0]), { of: 'nobody' });
    const full = await shown(metrics, 'busy sessions', (scrape) => {
      return scrape.value('lyceum_db_sessions', { service, state: 'busy' }) === 2;
    });
    expect(full.value('lyceum_db_sessions_max', { service })).toBe(2);
    expect(full.value('lyceum_db_waiting', { service, kind: 'session' })).toBeGreaterThanOrEqual(1);
    begun.resolve();
    await Promise.all([...holding, waiting]);

    await expect(db.rows(SLEEP, [5])).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const late = withinCall({ deadline: deadlineAfter(100) }, () =>
      db.transaction((tx) => tx.rows(SLEEP, [0.25]), { of: 'nobody' }),
    );
    await expect(late).rejects.toMatchObject({ code: '57014' });
    const after = await measured(running).read();
    expect(after.growthSince(before, 'lyceum_db_statement_timeouts_total')).toEqual({ ' service=probe': 1 });
    expect(after.growthSince(before, 'lyceum_db_statement_cancels_total')).toEqual({ ' service=probe': 1 });
    expect(after.value('lyceum_db_waiting', { service, kind: 'session' })).toBe(0);
  });

  it('has no series if it does not respond, and the scrape still succeeds', async () => {
    const proxy = await DatabaseProxy.start(probe.databaseUrl);
    const running = probe.service({}, { databaseUrl: proxy.url, statementTimeoutMs: 1_000 });
    expect((await measured(running).read()).value('lyceum_outbox_events', { service })).toBe(0);
    proxy.lose('everything');
    const metrics = measured(running, 50);
    const scrapes = [await metrics.read(), await metrics.read()];
    for (const scrape of scrapes) {
      expect(scrape.value('lyceum_ready', { service })).toBe(0);
      expect(scrape.value('lyceum_outbox_events', { service })).toBeUndefined();
      expect(scrape.value('lyceum_db_sessions_max', { service })).toBe(8);
    }
    const errors = scrapes.map((scrape) => scrape.value('lyceum_scrape_errors_total', { service, query: 'outbox' }));
    expect(errors).toEqual([1, 2]);
    proxy.lose('connections');
    await proxy.stop();
  });

  it('says that the library which orders its texts is another one', async () => {
    const metrics = measured(probe.service());
    const changed = async () => (await metrics.read()).value('lyceum_db_collation_changed', { service });
    expect(await changed()).toBe(0);
    const [{ name } = { name: '' }] = await probe.sql<{ name: string }>(
      "UPDATE pg_database SET datcollversion = 'former' WHERE datname = current_database() RETURNING quote_ident(datname) AS name",
    );
    expect(await changed()).toBe(1);
    await probe.sql(`ALTER DATABASE ${name} REFRESH COLLATION VERSION`);
    expect(await changed()).toBe(0);
  });

  it('shows how many migrations are missing, also in an empty one', async () => {
    const running = probe.service();
    const metrics = measured(running);
    const expected = (await metrics.read()).value('lyceum_migrations_expected', { service }) ?? 0;
    expect(expected).toBeGreaterThan(1);
    const [last] = await probe.sql<{ name: string }>(
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name',
    );
    const behind = await metrics.read();
    expect(behind.value('lyceum_migrations_applied', { service })).toBe(expected - 1);
    expect(behind.value('lyceum_migrations_up_to_date', { service })).toBe(0);
    await probe.sql('ALTER TABLE migrations RENAME TO away');
    expect((await metrics.read()).value('lyceum_migrations_up_to_date', { service })).toBe(0);
    await probe.sql('ALTER TABLE away RENAME TO migrations');
    await probe.sql('INSERT INTO migrations (name, run_on) VALUES ($1, now())', [last?.name]);
    expect((await metrics.read()).value('lyceum_migrations_up_to_date', { service })).toBe(1);
  });
});
