import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredStatements } from '../../libraries/typed-sql/index.ts';
import { literal } from '../../test/support/postgres/captured-statement.ts';
import { blocksTouched, explainText } from '../../test/support/postgres/explain.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { DAY_MS, toInstantText } from '../core/instant.ts';
import { silentLogger } from '../observability/log.ts';
import { Janitor } from './janitor.ts';

const ROWS = 20_000;

const probe = await startProbe();
const janitor = new Janitor({ db: probe.database(), clock: probe.clock, log: silentLogger });
afterAll(() => probe.stop());

const time = `$1::timestamptz + n * interval '1 s'`;
/**
 * For each table: how long its rows are stored, and a statement that inserts rows whose times are one second apart from
 * an instant on.
 */
const TABLES = {
  idempotency_keys: {
    retentionMs: 0,
    insert: `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
      SELECT gen_random_uuid(), 'h', n, 'f', '', 'r', ${time}, ${time} FROM generate_series(1, $2::integer) AS n`,
  },
  outbox: {
    retentionMs: 3 * DAY_MS,
    insert: `INSERT INTO outbox (id, type, aggregate_id, request_id, actor_type, occurred_at, published_at, payload)
      SELECT gen_random_uuid(), 't', 'a', 'r', 'system', ${time}, ${time}, '' FROM generate_series(1, $2::integer) AS n`,
  },
  inbox: {
    retentionMs: 30 * DAY_MS,
    insert: `INSERT INTO inbox (consumer, event_id, handled_at)
      SELECT 'c', gen_random_uuid(), ${time} FROM generate_series(1, $2::integer) AS n`,
  },
} as const;

describe.each(Object.entries(TABLES))(
  'when all of %s has been replaced more than once',
  (table, { retentionMs, insert }) => {
    /** The rows of a fifth of the time for which they are created. */
    const SOME = ROWS / 5;
    const oldest = () => probe.clock.now() - retentionMs;
    beforeAll(async () => {
      await probe.sql(insert, [toInstantText(oldest()), ROWS]);
      for (let fifth = 0; fifth < 7; fifth++) {
        probe.clock.advance(SOME * 1_000);
        await janitor.tidy();
        await probe.sql(`VACUUM ANALYZE ${table}`);
        await probe.sql(insert, [toInstantText(oldest() + (ROWS - SOME) * 1_000), SOME]);
      }
      await probe.sql(`VACUUM ANALYZE ${table}`);
    });

    const look = (before: number) => {
      const statement = declaredStatements().find(({ name }) => name === `${table}_remove_expired`);
      return explainText(probe, statement?.text ?? '', [toInstantText(before), 1_000].map(literal));
    };

    it('a search for expired rows reads little if there are none', async () => {
      const [counted] = await probe.sql<{ rows: number }>(`SELECT count(*)::integer AS rows FROM ${table}`);
      expect(counted?.rows).toBe(ROWS);
      const plan = await look(oldest());
      expect(blocksTouched(plan), plan).toBeLessThanOrEqual(20);
    });

    it('and if there are some, no more than those', async () => {
      const plan = await look(oldest() + 10_000);
      expect(plan).toContain('(actual rows=10');
      expect(blocksTouched(plan), plan).toBeLessThanOrEqual(150);
    });
  },
);

it('a step that fails temporarily does not stop the others', async () => {
  const name = `expired_${randomBytes(4).toString('hex')}`;
  await probe.sql(
    `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
     VALUES (gen_random_uuid(), 'h', $1, 'f', '', 'r', $2, $2)`,
    [name, toInstantText(probe.clock.now())],
  );
  const reader = await probe.connect();
  await reader.query('BEGIN');
  await reader.query('LOCK TABLE audit_log IN SHARE MODE');
  probe.clock.advance(400 * DAY_MS);
  await expect(janitor.tidy()).rejects.toMatchObject({ code: '55P03' });
  expect(await probe.sql('SELECT FROM idempotency_keys WHERE key = $1', [name])).toEqual([]);
  await reader.query('ROLLBACK');
  await janitor.tidy();
});

it('writes to other partitions continue while one is created', async () => {
  const maker = await probe.connect();
  await maker.query('BEGIN');
  const { rows: made } = await maker.query(`SELECT make_audit_partitions('2051-01-01T00:00:00Z')`);
  expect(made).toHaveLength(4);
  const writer = await probe.connect();
  await writer.query(`SET lock_timeout = '1ms'`);
  await writer.query(
    `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, request_id)
     VALUES (gen_random_uuid(), now(), 'operator', 'o', 'r', gen_random_uuid(), 'r')`,
  );
  await maker.query('COMMIT');
});
