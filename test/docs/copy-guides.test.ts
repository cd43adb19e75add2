import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { canInstall, installDebianPackage } from '../support/debian-package.ts';
import { KeptCopy } from '../support/kept-copy.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';

/** What the guides to programs that read a copy say, on a copy with records of each kind. */
const system = await TestSystem.start();
const institution = await system.newInstitution();
const folder = await mkdtemp(join(tmpdir(), 'lyceum-copy-guides-'));
const copy = new KeptCopy(join(folder, 'lyceum.db'), institution.client, () => system.url);
await importOneOfEachRecord(institution);
const kept = await copy.sync();
afterAll(() => rm(folder, { recursive: true }));

const guide = (slug: string) => readFileSync(`${projectRoot}docs/guides/${slug}.md`, 'utf8');
const statementsOf = (slug: string) => [...guide(slug).matchAll(/^```sql\n(.*?)^```$/gms)].map(([, sql = '']) => sql);

it('the copy is whole, and tells drivers each column of its tables and views, and the type', () => {
  expect(kept).toMatchObject({ code: 0 });
  const tables = copy.rows(
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE '\\_%' ESCAPE '\\'",
  );
  for (const { name } of tables) {
    const columns = copy.rows(`PRAGMA table_info(${name})`).map((each) => [name, each.name, each.type]);
    expect(columns.filter(([, , type]) => !['TEXT', 'INTEGER', 'INT'].includes(String(type)))).toEqual([]);
    const [row = {}] = copy.rows(`SELECT * FROM ${name} LIMIT 1`);
    expect(Object.keys(row)).toEqual(columns.map(([, column]) => column));
  }
});

/** Statements that find what a test of dbt refuses, as dbt makes them. */
const FINDINGS: Readonly<Record<string, (table: string, column: string, args: Arguments) => string>> = {
  not_null: (table, column) => `SELECT * FROM ${table} WHERE ${column} IS NULL`,
  unique: (table, column) =>
    `SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  relationships: (table, column, { to = '', field = '' }) =>
    `SELECT * FROM ${table} AS child LEFT JOIN ${relation(to)} AS parent ON child.${column} = parent.${field}
     WHERE child.${column} IS NOT NULL AND parent.${field} IS NULL`,
  accepted_values: (table, column, { values = [] }) =>
    `SELECT * FROM ${table} WHERE ${column} NOT IN (${values.map((value) => `'${value}'`)})`,
};
interface Arguments {
  readonly to?: string;
  readonly field?: string;
  readonly values?: readonly string[];
}
interface Properties {
  readonly sources?: readonly { readonly tables: readonly Tested[] }[];
  readonly models?: readonly Tested[];
}
interface Tested {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly data_tests: readonly (string | Readonly<Record<string, { readonly arguments: Arguments }>>)[];
  }[];
}
const relation = (text: string) => text.replaceAll(/(?:\{\{ )?source\('lyceum', '(\w+)'\)(?: \}\})?/g, '$1');

describe('the files of the guide to dbt', () => {
  const files = new Map(
    [...guide('dbt').matchAll(/^cat > models\/(\S+) <<'END'\n(.*?)^END$/gms)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );
  const properties = [...files].filter(([name]) => name.endsWith('.yml')).map(([, text]) => parse(text) as Properties);
  const tested = properties.flatMap(({ sources = [], models = [] }) => [
    ...sources.flatMap(({ tables }) => tables),
    ...models,
  ]);
  const findings = (database: DatabaseSync) =>
    tested.flatMap(({ name, columns }) =>
      columns.flatMap((column) =>
        column.data_tests.flatMap((test) => {
          const [kind = '', args = {}] =
            typeof test === 'string'
              ? [test]
              : (Object.entries(test).map(([key, value]) => [key, value.arguments] as const)[0] ?? []);
          const sql = FINDINGS[kind]?.(name, column.name, args) ?? `no test ${kind}`;
          return database
            .prepare(sql)
            .all()
            .map(() => `${kind} ${name}.${column.name}`);
        }),
      ),
    );

  it('are tests that pass on a copy, and find what is wrong in another one', () => {
    expect([...files.keys()]).toEqual(['lyceum.yml', 'hours_by_month.sql', 'hours_by_month.yml']);
    const database = new DatabaseSync(copy.file);
    try {
      database.exec(`CREATE TEMP VIEW hours_by_month AS ${relation(files.get('hours_by_month.sql') ?? '')}`);
      expect(database.prepare('SELECT * FROM hours_by_month').all().length).toBeGreaterThan(0);
      expect(findings(database)).toEqual([]);
      database.exec(`BEGIN; DELETE FROM users; UPDATE logs SET source = 'none', user_id = NULL`);
      expect([...new Set(findings(database))].sort()).toEqual([
        'accepted_values logs.source',
        'not_null logs.user_id',
        'relationships hours_by_month.user_id',
        'relationships user_group_members.user_id',
      ]);
      database.exec('ROLLBACK');
    } finally {
      database.close();
    }
  });
});

it('the queries for DuckDB find the hours, with its words for SQLite’s', () => {
  const [attach = '', hours = '', others = ''] = statementsOf('duckdb');
  const database = new DatabaseSync(':memory:');
  database.exec(attach.replace("'lyceum.db'", `'${copy.file}'`).replace(/ \(TYPE sqlite, READ_ONLY\)/, ''));
  database.exec("UPDATE lyceum.log_days SET day = '2026-09-01'");
  expect(database.prepare(hours).all()).not.toEqual([]);
  expect(database.prepare(/\((SELECT .*)\) TO/.exec(others)?.[1] ?? '').all()).not.toEqual([]);
  database.close();
});

it.skipIf(!canInstall())('the query for Excel and Power BI is answered by the ODBC driver', async () => {
  for (const name of ['libsqliteodbc', 'unixodbc'])
    if (!existsSync(`/usr/share/doc/${name}`)) await installDebianPackage(name);
  const [query = ''] = statementsOf('excel-and-power-bi');
  const [options = ''] = /(?<=lyceum\.db;).*$/m.exec(guide('excel-and-power-bi')) ?? [];
  const connection = `Driver=SQLite3;Database=${copy.file};${options}`;
  const ask = promisify(execFile)('isql', ['-b', '-c', '-d;', '-k', connection]);
  ask.child.stdin?.end(`${query.replaceAll('\n', ' ')}\n`);
  const [head, ...lines] = (await ask).stdout.trim().split('\n');
  expect(head).toBe('month;name;email;minutes;hours;to_check');
  expect(lines.join()).toMatch(/^\d{4}-\d{2};/);
});
