import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import type { Declared } from '../../libraries/typed-sql/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { describeStatement } from '../support/postgres/describe-statement.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';

describe.each(services.map(({ name, tables }) => ({ name, tables: [...platformTables, ...tables] })))(
  'the statements of $name',
  ({ name, tables }) => {
    const own = productStatements.filter(
      ({ table }) => table === null || tables.some((each) => each.name === table.name),
    );
    let databases: TestDatabases;
    let client: pg.Client;
    let typeNames: ReadonlyMap<number, string>;
    beforeAll(async () => {
      databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [name]);
      client = await openClient({ connectionString: databases.url(name) });
      const { rows } = await client.query<{ oid: number; name: string }>(
        'SELECT oid::integer, format_type(oid, NULL) AS name FROM pg_type',
      );
      typeNames = new Map(rows.map((row) => [row.oid, row.name]));
    });
    afterAll(async () => {
      await client.end();
      await databases.drop();
    });

    it('have the declared parameter and column types', async () => {
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

    it('write an audit record for each change of an audited table, and for no other', async () => {
      const audited = new Set(tables.filter((table) => table.audited).map((table) => table.name));
      const wrong: unknown[] = [];
      for (const statement of own) {
        const changed = await changedTables(client, statement);
        const changesAudited = changed.some((table) => audited.has(table));
        if (changesAudited !== (statement.recording !== null)) wrong.push({ statement: statement.name, changed });
        if (changed.includes('audit_log') !== (statement.recording === 'recorded'))
          wrong.push({ statement: statement.name, changed });
      }
      expect(wrong).toEqual([]);
    });

    it('look up each key separately if they are point reads', async () => {
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

const AUTHOR = ['timestamp with time zone', 'text', 'text', 'text', 'uuid', 'text', 'text', 'uuid'];

function withoutModifier(type: string): string {
  return type.replace('(3)', '');
}

function sameTypes(described: readonly (string | undefined)[], declared: readonly string[]): boolean {
  return described.length === declared.length && described.every((type, index) => type === declared[index]);
}

function sorted(columns: readonly (readonly unknown[])[]) {
  return columns.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}
