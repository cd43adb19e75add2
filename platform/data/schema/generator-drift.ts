import { MikroORM } from '@mikro-orm/postgresql';
import type { Drift } from './drift.ts';
import { entitiesOf, isToPrimaryKey } from './entities.ts';
import type { Table } from './table.ts';

/**
 * The statements with which MikroORM's schema generator would change a database to match the declared tables, without those that it prints for every
 * correct database. If one of those expected statements is not printed, that is a difference, too.
 */
export async function generatorDrift(databaseUrl: string, tables: readonly Table[]): Promise<Drift[]> {
  const generated = new Set(await runGenerator(databaseUrl, tables));
  const expected = new Set(expectedLines(tables));
  return [
    ...[...generated]
      .filter((line) => !expected.has(line))
      .map((line) => ({
        table: tableOf(line),
        difference: `to match the declaration, the schema generator would run: ${line}`,
      })),
    ...[...expected]
      .filter((line) => !generated.has(line))
      .map((line) => ({
        table: tableOf(line),
        difference: `the schema generator no longer prints: ${line}`,
      })),
  ];
}

async function runGenerator(databaseUrl: string, tables: readonly Table[]): Promise<string[]> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: entitiesOf(tables),
    // The columns of a reference are also declared as columns.
    discovery: { checkDuplicateFieldNames: false },
    // Triggers are compared from the catalogue.
    schemaGenerator: { skipTables: [...OF_MIGRATIONS], ignoreRoutines: true, ignoreTriggers: true },
  });
  try {
    return (await orm.schema.getUpdateSchemaSQL({ wrap: false })).split('\n').filter(Boolean);
  } finally {
    await orm.close(true);
  }
}

/** The statements that the generator prints although nothing has drifted. */
function expectedLines(tables: readonly Table[]): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  return tables.flatMap((table) => [
    // It cannot declare a reference to a unique constraint other than the primary key, and drops what it does not know.
    ...(table.references ?? [])
      .filter((reference) => !isToPrimaryKey(reference, byName))
      .map(({ name }) => `alter table "${table.name}" drop constraint "${name}";`),
    // It treats a column GENERATED ALWAYS AS IDENTITY as one with a default.
    ...Object.entries(table.columns)
      .filter(([, { attributes }]) => attributes.isIdentity)
      .map(([name]) => `alter table "${table.name}" alter column "${name}" drop default;`),
  ]);
}

function tableOf(line: string): string {
  return /(?:table|on|exists) "(?:public"\.")?([^"]+)"/.exec(line)?.[1] ?? '';
}

const OF_MIGRATIONS = ['migrations', 'platform_migrations'];
