import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { placeInFile, placeInSchema } from '../support/copy-places.ts';
import { canInstall, installDebianPackage } from '../support/debian-package.ts';
import { KeptCopy } from '../support/kept-copy.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';

/** What the guides to programs that read a copy say, on a copy with records of each kind. */
const system = await TestSystem.start({ platform: 'own' });
const institution = await system.newInstitution();
const folder = await mkdtemp(join(tmpdir(), 'lyceum-copy-guides-'));
const file = join(folder, 'lyceum.db');
const copy = new KeptCopy(placeInFile(file), institution.client, () => system.url);
await importOneOfEachRecord(institution);
const kept = await copy.sync();
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

const guide = (slug: string) => readFileSync(`${projectRoot}docs/guides/${slug}.md`, 'utf8');
const statementsOf = (slug: string) => [...guide(slug).matchAll(/^```sql\n(.*?)^```$/gms)].map(([, sql = '']) => sql);

it('the copy is whole, and tells drivers each column of its tables and views, and the type', async () => {
  expect(kept).toMatchObject({ code: 0 });
  const tables = await copy.rows(
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE '\\_%' ESCAPE '\\'",
  );
  for (const { name } of tables) {
    const columns = (await copy.rows(`PRAGMA table_info(${name})`)).map((each) => [name, each.name, each.type]);
    expect(columns.filter(([, , type]) => !['TEXT', 'INTEGER', 'INT'].includes(String(type)))).toEqual([]);
    const [row = {}] = await copy.rows(`SELECT * FROM ${name} LIMIT 1`);
    expect(Object.keys(row)).toEqual(columns.map(([, column]) => column));
  }
});

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
interface Arguments {
  readonly to?: string;
  readonly field?: string;
  readonly values?: readonly string[];
}

/** Finds what a test of dbt refuses in a column of a table, as the statements do that dbt makes. */
const FINDINGS: Readonly<Record<string, (table: string, column: string, args: Arguments) => string>> = {
  not_null: (table, column) => `SELECT ${column} FROM ${table} AS t WHERE ${column} IS NULL`,
  unique: (table, column) =>
    `SELECT ${column} FROM ${table} AS t WHERE ${column} IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  relationships: (table, column, { to = '', field }) =>
    `SELECT child.${column} FROM ${table} AS child LEFT JOIN ${named(to)} AS parent ON child.${column} = parent.${field}
     WHERE child.${column} IS NOT NULL AND parent.${field} IS NULL`,
  accepted_values: (table, column, { values = [] }) =>
    `SELECT ${column} FROM ${table} AS t WHERE ${column} NOT IN (${values.map((value) => `'${value}'`)})`,
};
const named = (text: string) => text.replaceAll(/(?:\{\{ )?source\('lyceum', '(\w+)'\)(?: \}\})?/g, '$1');

describe.each([
  ['SQLite', placeInFile(join(folder, 'dbt.db'))],
  ['PostgreSQL', placeInSchema(system.databases.url('webhooks'), 'copy_guides')],
] as const)('dbt on %s', (_, place) => {
  const files = new Map(
    [...guide('dbt').matchAll(/^cat > models\/(\S+) <<'END'\n(.*?)^END$/gms)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );
  const read = (name: string) => parse(files.get(name) ?? '') as Properties;
  const sources = (read('lyceum.yml').sources ?? []).flatMap(({ tables }) => tables);
  const model = `(${named(files.get('hours_by_month.sql') ?? '')})`;
  const tests = [...sources, ...(read('hours_by_month.yml').models ?? [])].flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      column.data_tests.map((test) => {
        const [[kind = '', args] = []] = typeof test === 'string' ? [[test]] : Object.entries(test);
        const sql = FINDINGS[kind]?.(name === 'hours_by_month' ? model : name, column.name, args?.arguments ?? {});
        return { name: `${kind} ${name}.${column.name}`, sql: sql ?? `no test ${kind}` };
      }),
    ),
  );
  const findings = async () => {
    const found = await Promise.all(
      tests.map(async ({ name, sql }) => ((await place.rows(sql)).length > 0 ? [name] : [])),
    );
    return found.flat();
  };

  it('passes on a copy, and fails where somebody is missing', async () => {
    expect(await new KeptCopy(place, institution.client, () => system.url).sync()).toMatchObject({ code: 0 });
    expect([...files.keys()]).toEqual(['lyceum.yml', 'hours_by_month.sql', 'hours_by_month.yml']);
    expect(tests).toHaveLength(17);
    expect(await place.rows(`SELECT * FROM ${model} AS t`)).not.toEqual([]);
    expect(await findings()).toEqual([]);
    await place.change('DELETE FROM users');
    const missing = ['user_group_members', 'logs', 'hours_by_month'].map((name) => `relationships ${name}.user_id`);
    expect(await findings()).toEqual(missing);
  });

  it.each(Object.entries(FINDINGS))('%s finds what it refuses', async (_kind, sqlOf) => {
    const wrong = "(SELECT 'a' AS c UNION ALL SELECT 'a' UNION ALL SELECT NULL)";
    expect(await place.rows(sqlOf(wrong, 'c', { to: "(SELECT 'b' AS c)", field: 'c', values: ['b'] }))).not.toEqual([]);
  });
});

it('the queries for DuckDB find the hours, with its words for SQLite’s', () => {
  const [attach = '', hours = '', others = ''] = statementsOf('duckdb');
  const database = new DatabaseSync(':memory:');
  database.exec(attach.replace("'lyceum.db'", `'${file}'`).replace(/ \(TYPE sqlite, READ_ONLY\)/, ''));
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
  const connection = `Driver=SQLite3;Database=${file};${options}`;
  const ask = promisify(execFile)('isql', ['-b', '-c', '-d;', '-k', connection]);
  ask.child.stdin?.end(`${query.replaceAll('\n', ' ')}\n`);
  const [head, ...lines] = (await ask).stdout.trim().split('\n');
  expect(head).toBe('month;name;email;minutes;hours;to_check');
  expect(lines.join()).toMatch(/^\d{4}-\d{2};/);
});
