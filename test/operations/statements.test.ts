import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { committedSchemas } from '../../dev/new-migration/committed-schemas.ts';
import { migrationSql } from '../../dev/new-migration/migration-sql.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import type { Declared } from '../../libraries/typed-sql/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { schemaDrift } from '../../platform/data/schema-drift.ts';
import { describeStatement } from '../support/postgres/describe-statement.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

/** Indexes in the database's own order, with the reason. A unique one is looked up by equality. */
const INDEXES: Readonly<Record<string, string>> = {
  dead_letters_aggregate: 'looked up by equality alone',
  deliveries_by_status: 'the status is compared for equality',
};

/** Statements that sort to find equal rows, in whatever order. */
const UNORDERED: Readonly<Record<string, string>> = {
  users_search: 'UNION',
  curriculum_versions_detail: 'UNION of connections',
};

describe.each(services.map((each) => ({ ...each, tables: [...platformTables, ...each.tables] })))(
  'the database of $name',
  ({ name, migrations, tables }) => {
    const own = productStatements.filter(
      ({ table }) => table === null || tables.some((each) => each.name === table.name),
    );
    let databases: TestDatabases;
    let client: pg.Client;
    let url: string;
    let typeNames: ReadonlyMap<number, string>;
    beforeAll(async () => {
      databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [name]);
      url = databases.url(name);
      client = await openClient({ connectionString: url });
      const { rows } = await client.query<{ oid: number; name: string }>(
        'SELECT oid::integer, format_type(oid, NULL) AS name FROM pg_type',
      );
      typeNames = new Map(rows.map((row) => [row.oid, row.name]));
    });
    const found = async (text: string): Promise<string[]> => (await client.query(text)).rows.map((row) => row.found);
    afterAll(async () => {
      await client.end();
      await databases.drop();
    });

    it('statements have the declared parameter and column types', async () => {
      const differences: unknown[] = [];
      for (const statement of own) {
        const described = await describeStatement(client, statement.text);
        const parameters = described.parameters.map((oid) => typeNames.get(oid));
        const declared = statement.parameters.map(({ type }) => withoutModifier(type));
        if (statement.recording === 'recorded') declared.push(...AUTHOR);
        if (!sameTypes(parameters, declared)) differences.push({ statement: statement.name, parameters, declared });
        if (!statement.result) continue;
        const result = described.result.map((column) => [column.name, typeNames.get(column.type)]);
        const expected = statement.result.map(([column, type]) => [column, withoutModifier(type)]);
        if (JSON.stringify(sorted(result)) !== JSON.stringify(sorted(expected)))
          differences.push({ statement: statement.name, result, expected });
      }
      expect(differences).toEqual([]);
    });

    it('statements write an audit record for each change of an audited table, and for no other', async () => {
      const audited = new Set(tables.filter((table) => table.audited).map((table) => table.name));
      const wrong: unknown[] = [];
      for (const statement of own) {
        const changed = await changedTables(client, statement);
        const changesAudited = changed.some((table) => audited.has(table));
        if (changesAudited !== (statement.recording !== null)) wrong.push({ statement: statement.name, changed });
        // What takes a person's name from the records that are there, or those that are too old; and what changed nothing.
        if (/^audit_log_(erase_|remove_old$|note_refusal$)/.test(statement.name)) continue;
        if (changed.includes('audit_log') !== (statement.recording === 'recorded'))
          wrong.push({ statement: statement.name, changed });
      }
      expect(wrong).toEqual([]);
    });

    it('statements look up each key separately if they are point reads', async () => {
      const found = own.filter(({ text }) => text.startsWith('SELECT k.n, found.*'));
      // What activity records is read in lists only.
      expect(found.length > 0).toBe(name !== 'activity');
      const wrong: unknown[] = [];
      for (const statement of found) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statement.text}`);
        const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
        if (/(Hash|Merge) Join/.test(plan)) wrong.push({ statement: statement.name, plan });
      }
      expect(wrong).toEqual([]);
    });

    it('is as the migrations and the committed schemas have it (npm run tables:write)', async () => {
      expect(await schemaDrift(url, migrations)).toEqual([]);
      if (!migrations) return;
      for (const [file, text] of await committedSchemas(migrations, url)) {
        const path = relative('', fileURLToPath(file));
        expect({ path, text: await readFile(file, 'utf8') }).toEqual({ path, text });
      }
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
      const sorting: string[] = [];
      let sorts = 0;
      await client.query('BEGIN');
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
      for (const { name: statement, text } of own) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
        const keys = rows
          .map((row) => row['QUERY PLAN'])
          .filter((line) => /^\s*(->)?\s*(Sort|Presorted) Key:/.test(line));
        sorts += keys.length;
        if (keys.some((line) => line.includes('COLLATE inherited'))) sorting.push(statement);
      }
      await client.query('ROLLBACK');
      expect(sorts).toBeGreaterThan(0);
      expect(sorting.filter((each) => !(each in UNORDERED))).toEqual([]);
    });

    it('is what the tables declare: `npm run migration:new` has nothing to write', async () => {
      expect(await migrationSql(url, tables)).toBe('');
    });
  },
);

/** The tables a statement changes, according to the server's plan. */
async function changedTables(client: pg.Client, { text }: Declared): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  const changed: string[] = [];
  JSON.stringify(rows, (_, value) => {
    if (value?.['Node Type'] === 'ModifyTable') changed.push(value['Relation Name']);
    return value;
  });
  return changed;
}

const AUTHOR = ['timestamp with time zone', 'text', 'text', 'text', 'text', 'uuid', 'text', 'text', 'uuid', 'text'];

function withoutModifier(type: string): string {
  return type.replace('(3)', '');
}

function sameTypes(described: readonly (string | undefined)[], declared: readonly string[]): boolean {
  return described.length === declared.length && described.every((type, index) => type === declared[index]);
}

function sorted(columns: readonly (readonly unknown[])[]) {
  return columns.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}
