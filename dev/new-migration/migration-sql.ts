import { withClient } from '../../libraries/pg-batch/index.ts';
import { readCatalogue, type Schema, storedName, type Table } from '../../libraries/typed-sql/index.ts';
import { migrationTables } from '../../platform/data/register.ts';
import { declaredParts } from './declared-parts.ts';

/**
 * The statements that make a migrated database match the declared tables; empty if it does. PostgreSQL describes both
 * the schema that the migrations have made and, in a transaction that is rolled back, the schema of the declarations.
 * @param others tables of the database that are declared elsewhere
 */
export async function migrationSql(
  databaseUrl: string,
  tables: readonly Table[],
  others: readonly Table[] = [],
): Promise<string> {
  const except = [...migrationTables, ...others].map(({ name }) => name);
  return withClient({ connectionString: databaseUrl }, async (client) => {
    const migrated = await readCatalogue(client, except);
    await client.query(`BEGIN; ${EMPTY}; ${inOrder(tables.flatMap((table) => creating(table, tables))).join('\n')}`);
    const declared = await readCatalogue(client, except);
    await client.query('ROLLBACK');
    const dropped = Object.keys(migrated).filter((table) => !declared[table]);
    return inOrder([
      ...dropped.map((table) => `DROP TABLE ${table};`),
      ...tables.flatMap((table) => {
        const [before, after] = [migrated[table.name], declared[table.name] ?? {}];
        return before ? changing(table, tables, before, after) : creating(table, tables);
      }),
    ]).join('\n');
  });
}

const EMPTY = `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE EXTENSION btree_gist; CREATE EXTENSION btree_gin; CREATE EXTENSION pg_trgm`;

/** Drops come first, columns after their constraints; references come last, after the tables that they refer to. */
function inOrder(statements: readonly string[]): string[] {
  const order = [/^(?:DROP|ALTER TABLE \w+ DROP CONSTRAINT) /, /^ALTER TABLE \w+ DROP /, /^(?!.* FOREIGN KEY )/s, /^/];
  const rank = (text: string) => order.findIndex((each) => each.test(text));
  return statements.toSorted((one, other) => rank(one) - rank(other));
}

function creating(table: Table, tables: readonly Table[]): string[] {
  const { name, partitionedBy } = table;
  const parts = [...declaredParts(table, tables)];
  const isInTable = ([part]: readonly [string, string]) =>
    part.startsWith('column ') || part === `constraint ${name}_pkey`;
  const [columns, later] = [parts.filter(isInTable), parts.filter((part) => !isInTable(part))];
  const partitions = partitionedBy === undefined ? '' : ` PARTITION BY RANGE (${storedName(partitionedBy)})`;
  return [
    `CREATE TABLE ${name} (\n${columns.map(([, text]) => `  ${text}`).join(',\n')}\n)${partitions};`,
    ...(partitionedBy === undefined ? [] : [`CREATE TABLE ${name}_other PARTITION OF ${name} DEFAULT;`]),
    ...later.map(([part, text]) => adding(name, part, text)),
  ];
}

function changing(table: Table, tables: readonly Table[], before: Schema[string], after: Schema[string]): string[] {
  const { name } = table;
  const texts = declaredParts(table, tables);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((part) => {
    const [was, is] = [before[part], after[part]];
    // Functions and their triggers are written by hand.
    if (was === is || part.startsWith('trigger ')) return [];
    if (part === 'partitions' || (part.startsWith('column ') && was !== undefined && is !== undefined))
      return [`-- ${name}, ${part}: from ${was} to ${is}`];
    return [
      ...(was === undefined ? [] : [dropping(name, part)]),
      ...(is === undefined ? [] : [adding(name, part, texts.get(part) ?? '')]),
    ];
  });
}

function adding(table: string, part: string, text: string): string {
  const [kind = '', name] = part.split(' ');
  if (kind === 'index') return `${text};`;
  return `ALTER TABLE ${table} ADD ${kind === 'column' ? `COLUMN ${text}` : `CONSTRAINT ${name} ${text}`};`;
}

function dropping(table: string, part: string): string {
  const [kind = '', name] = part.split(' ');
  return kind === 'index' ? `DROP INDEX ${name};` : `ALTER TABLE ${table} DROP ${kind.toUpperCase()} ${name};`;
}
