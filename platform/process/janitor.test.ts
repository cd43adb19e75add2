import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { bigint, instant, integer, sqlStatement } from '../../libraries/typed-sql/index.ts';
import { samples } from '../../test/support/probe/samples.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { DAY_MS, toInstantText } from '../core/instant.ts';
import { silentLogger } from '../observability/log.ts';
import { Janitor } from './janitor.ts';

const MANY = 2_300;
const WAITS_FOR_US = 'SELECT FROM pg_locks WHERE NOT granted AND pg_blocking_pids(pid) @> ARRAY[pg_backend_pid()]';

const probe = await startProbe();
const janitor = new Janitor({ db: probe.database(), clock: probe.clock, log: silentLogger });
afterAll(() => probe.stop());
beforeEach(() => probe.sql('TRUNCATE idempotency_keys, outbox, inbox'));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ago = (ms: number) => toInstantText(probe.clock.now() - ms);
const left = async (column: string, table: string) =>
  (await probe.sql<{ value: string }>(`SELECT ${column} AS value FROM ${table} ORDER BY 1`)).map(({ value }) => value);

const keys = (name: string, expiresAt: string, count = 1) =>
  probe.sql(
    `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
     SELECT gen_random_uuid(), 'h', $1, 'f', '', 'r', $2, $2 FROM generate_series(1, $3)`,
    [name, expiresAt, count],
  );
const events = (name: string, at: string, publishedAt: string | null, count = 1) =>
  probe.sql(
    `INSERT INTO outbox (id, type, aggregate_id, request_id, actor_type, occurred_at, published_at, payload)
     SELECT gen_random_uuid(), 't', $1, 'r', 'system', $2, $3, '' FROM generate_series(1, $4)`,
    [name, at, publishedAt, count],
  );
const handled = (name: string, at: string, count = 1) =>
  probe.sql(
    'INSERT INTO inbox (consumer, event_id, handled_at) SELECT $1, gen_random_uuid(), $2 FROM generate_series(1, $3)',
    [name, at, count],
  );

it('removes expired idempotency records, and no others', async () => {
  await keys('expired', ago(5), MANY);
  await keys('expires now', ago(0));
  await keys('expires next', ago(-1));
  await janitor.tidy();
  expect(await left('key', 'idempotency_keys')).toEqual(['expires next']);
});

it('delays no reads while it waits for a lock', async () => {
  await keys('expired', ago(5));
  const user = await probe.connect();
  onTestFinished(async () => {
    await user.query('ROLLBACK');
  });
  await user.query('BEGIN');
  await user.query('SELECT FROM idempotency_keys FOR UPDATE');
  const db = probe.database({ statementTimeoutMs: 60_000 });
  const tidied = new Janitor({ db, clock: probe.clock, log: silentLogger }).tidy();
  let isWaiting = false;
  const noteWaiting = async () => {
    while (!isWaiting) isWaiting = (await user.query(WAITS_FOR_US)).rows.length > 0;
  };
  const noted = noteWaiting();
  const reads: Promise<void>[] = [];
  // One in each iteration of the event loop, so that every batch of reads has one.
  for (; !isWaiting; await setImmediate()) reads.push(db.ping(20_000));
  await noted;
  await Promise.all(reads);
  await user.query('COMMIT');
  await tidied;
  expect(await left('key', 'idempotency_keys')).toEqual([]);
});

it('removes events three days after their delivery, and never before it', async () => {
  await events('delivered long ago', ago(4 * DAY_MS), ago(3 * DAY_MS), MANY);
  await events('delivered lately', ago(40 * DAY_MS), ago(3 * DAY_MS - 1));
  await events('never delivered', ago(40 * DAY_MS), null);
  await janitor.tidy();
  expect(await left('aggregate_id', 'outbox')).toEqual(['delivered lately', 'never delivered']);
});

it('forgets handled events after thirty days', async () => {
  await handled('long ago', ago(30 * DAY_MS), MANY);
  await handled('lately', ago(30 * DAY_MS - 1));
  await janitor.tidy();
  expect(await left('consumer', 'inbox')).toEqual(['lately']);
});

it('removes the rows the service declares as temporary', async () => {
  const remove = sqlStatement(samples, 'test_remove', {
    writes: true,
    parameters: { before: instant(), limit: bigint() },
    result: { removed: integer() },
    text: ($) => `DELETE FROM inbox
      WHERE ctid = ANY(ARRAY(SELECT ctid FROM inbox WHERE handled_at <= ${$.before} LIMIT ${$.limit})) RETURNING 1 AS removed`,
  });
  const expiries = [{ remove, retentionMs: DAY_MS }];
  await handled('a day ago', ago(DAY_MS), MANY);
  await handled('later', ago(DAY_MS - 1));
  await new Janitor({ db: probe.database(), clock: probe.clock, log: silentLogger, expiries }).tidy();
  expect(await left('consumer', 'inbox')).toEqual(['later']);
});

it('runs periodically until stopped, even after a failed round', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const unlucky = new Janitor({ db: probe.database({ url: 'postgres://127.0.0.1:1/x' }), clock: probe.clock, log });
  unlucky.start();
  for (const rounds of [1, 2]) {
    vi.advanceTimersByTime(10 * 60 * 1000);
    await vi.waitFor(() => expect(lines).toHaveLength(rounds));
  }
  expect(unlucky).toMatchObject({ rounds: 2, failures: 2 });
  unlucky.stop();
  expect(vi.getTimerCount()).toBe(0);
});
