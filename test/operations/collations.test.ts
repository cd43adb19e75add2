import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

/** Indexes in the database's own order, with the reason. A unique one is looked up by equality. */
const INDEXES: Readonly<Record<string, string>> = {
  users_by_name: 'for the former release; nothing reads it',
  dead_letters_aggregate: 'looked up by equality alone',
  deliveries_by_status: 'the status is compared for equality',
};

/** Statements that sort to find equal rows, in whatever order. */
const UNORDERED: Readonly<Record<string, string>> = {
  users_search: 'UNION',
  curriculum_versions_detail: 'UNION of connections',
};

describe.each(services.map(({ name, tables }) => ({ name, tables: [...platformTables, ...tables] })))(
  'in the database of $name',
  ({ name, tables }) => {
    let databases: TestDatabases;
    let client: pg.Client;
    const found = async (text: string): Promise<string[]> => (await client.query(text)).rows.map((row) => row.found);
    beforeAll(async () => {
      databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [name]);
      client = await openClient({ connectionString: databases.url(name) });
    });
    afterAll(async () => {
      await client.end();
      await databases.drop();
    });

    it('no index orders texts as the operating system does', async () => {
      const indexes = await found(`SELECT DISTINCT c.relname AS found FROM pg_index i
        JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam AND a.amname IN ('btree', 'gist')
        JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = 'public'::regnamespace
        CROSS JOIN unnest(i.indcollation::oid[]) AS key JOIN pg_collation o ON o.oid = key
        WHERE o.collname = 'default' AND NOT i.indisunique ORDER BY 1`);
      expect(indexes.filter((index) => !(index in INDEXES))).toEqual([]);
    });

    it('no statement sorts texts as the operating system does', async () => {
      // The same order under a name that plans show where a sort takes it from the column.
      await client.query(`CREATE COLLATION inherited (provider = libc, locale = 'C')`);
      const columns = await found(`SELECT format('ALTER TABLE %s ALTER %I TYPE %s COLLATE inherited',
          a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod)) AS found
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        JOIN pg_collation o ON o.oid = a.attcollation AND o.collname = 'default'
        WHERE c.relnamespace = 'public'::regnamespace AND a.attgenerated = '' ORDER BY 1`);
      for (const statement of columns) await client.query(statement);
      for (const scan of ['indexscan', 'indexonlyscan', 'bitmapscan', 'mergejoin'])
        await client.query(`SET enable_${scan} = off`);
      const sorting: string[] = [];
      let sorts = 0;
      for (const { name: statement, table, text } of productStatements) {
        if (table && !tables.some((each) => each.name === table.name)) continue;
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
        const keys = rows
          .map((row) => row['QUERY PLAN'])
          .filter((line) => /^\s*(->)?\s*(Sort|Presorted) Key:/.test(line));
        sorts += keys.length;
        if (keys.some((line) => line.includes('COLLATE inherited'))) sorting.push(statement);
      }
      expect(sorts).toBeGreaterThan(0);
      expect(sorting.filter((each) => !(each in UNORDERED))).toEqual([]);
    });
  },
);
