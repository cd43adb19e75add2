import { afterAll, expect, inject, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { settingsOf } from '../../libraries/pg-batch/session-settings.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { planning } from './database.ts';

const databases = await TestDatabases.create(inject('databaseServer'), 'settings', ['probe']);
const client: Awaited<ReturnType<typeof openClient>> = await openClient({
  connectionString: databases.url('probe'),
  ...settingsOf({ statementTimeoutMs: 60_000, settings: planning }),
});

afterAll(async () => {
  await client.end();
  await databases.drop();
});

it('keep lookups short in a table that has grown since it was analysed', async () => {
  await client.query(`
    CREATE TABLE records (institution_id uuid, id uuid, version_id uuid, ref text,
      UNIQUE (institution_id, version_id, id), PRIMARY KEY (institution_id, id), UNIQUE (institution_id, ref));
    INSERT INTO records SELECT i, uuidv7(), uuidv7(), 'r' || n FROM (SELECT uuidv7() AS i FROM generate_series(1, 17)) AS s, generate_series(1, 11) AS n;
    ANALYZE records`);
  const { rows } = await client.query<{ id: string }>('SELECT uuidv7() AS id');
  const id = rows[0]?.id ?? '';
  const lookup = {
    name: 'lookup',
    text: `SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
      CROSS JOIN LATERAL (SELECT t.id FROM records t WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR UPDATE) AS v`,
  };
  const refs = Array.from({ length: 500 }, (_, n) => `r${n}`);
  expect((await client.query({ ...lookup, values: [id, refs] })).rowCount).toBe(0);
  await client.query(
    `INSERT INTO records SELECT '${id}', uuidv7(), uuidv7(), 'r' || n FROM generate_series(0, 499) AS n`,
  );
  const plan = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS) EXECUTE lookup ('${id}', '{${refs.join()}}')`,
  );
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).not.toContain('Rows Removed by Filter');
  expect(text).toContain('Index Cond: ((institution_id = $1) AND (ref = wanted.ref))');
});
