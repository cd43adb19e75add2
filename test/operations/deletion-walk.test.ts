import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { deleteRows } from '../../platform/process/deletion/delete-rows.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

let databases: TestDatabases;
beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    ...register.keys(),
  ]);
});
afterAll(() => databases.drop());

const BEGIN = `INSERT INTO standstills (institution_id, state, is_settled, closed_at, deleting_since, deleted_rows)
  VALUES ($1, $2, true, now(), now(), '{}')`;

describe.each(services.map((service) => [service.name, service.tables] as const))(
  'a deletion in %s',
  (name, tables) => {
    const walk = (institutionId: string, mayContinue = () => true) =>
      withClient({ connectionString: databases.url(name) }, (client) =>
        deleteRows({ client, institutionId, tables: [...platformTables, ...tables], mayContinue }),
      );

    it('comes to every table that has rows of institutions', async () => {
      const id = randomUUID();
      await query(databases.url(name), BEGIN, [id, 'deleting']);
      expect(await walk(id)).toBe(0);
      const [row] = await query<{ tables: object }>(
        databases.url(name),
        'SELECT deleted_rows AS tables FROM standstills WHERE institution_id = $1',
        [id],
      );
      const owned = (register.get(name) ?? []).filter(({ belongsTo }) => 'institution' in belongsTo);
      expect(Object.keys(row?.tables ?? {}).toSorted()).toEqual(owned.map((table) => table.name).toSorted());
    });

    it('removes nothing of an institution that is only closed', async () => {
      const id = randomUUID();
      const url = databases.url(name);
      await query(url, BEGIN, [id, 'closed']);
      await query(url, KEY, [id]);
      expect(await walk(id)).toBe(0);
      expect(await query(url, 'SELECT FROM idempotency_keys WHERE institution_id = $1', [id])).toHaveLength(1);
    });

    it('goes on where it was killed, and counts each row once', async () => {
      const id = randomUUID();
      const url = databases.url(name);
      await query(url, BEGIN, [id, 'deleting']);
      for (let rows = 0; rows < 1_200; rows += 300) await query(url, KEYS, [id, rows, rows + 299]);
      await query(url, KEYS, [OTHER, 0, 9]);
      let rounds = 0;
      for (let removed = -1; removed !== 0 || rounds < 3; rounds++) {
        let steps = 0;
        // Ends after one step more each time, whatever has been done.
        removed = await walk(id, () => steps++ < rounds * 20);
        if (rounds > 200) throw new Error('the deletion does not end');
      }
      const [row] = await query<{ rows: number }>(
        url,
        `SELECT (deleted_rows ->> 'idempotency_keys')::int AS rows FROM standstills WHERE institution_id = $1`,
        [id],
      );
      expect(row?.rows).toBe(1_200);
      expect(await query(url, 'SELECT FROM idempotency_keys WHERE institution_id = $1', [id])).toEqual([]);
      expect((await query(url, 'SELECT FROM idempotency_keys WHERE institution_id = $1', [OTHER])).length).toBe(10);
    });
  },
);

const OTHER = randomUUID();
const KEYS = `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
  SELECT $1, 'holder', n::text, '', '', '', now(), now() FROM generate_series($2::int, $3::int) n`;
const KEY = KEYS.replace('generate_series($2::int, $3::int)', 'generate_series(0, 0)');
