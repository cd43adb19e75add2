import { MikroORM } from '@mikro-orm/postgresql';
import type { Drift } from './drift.ts';
import { entitiesOf, isToPrimaryKey } from './entities.ts';
import type { Table } from './table.ts';

/**
 * What MikroORM's schema generator would run to make a database what its tables are declared to be, without those lines that it says of every
 * one of our databases; such a line that is not said is a difference, too.
 */
export async function generatorDrift(databaseUrl: string, tables: readonly Table[]): Promise<Drift[]> {
  const generated = new Set(await runGenerator(databaseUrl, tables));
  const expected = new Set(expectedLines(tables));
  return [
    ...[...generated]
      .filter((line) => !expected.has(line))
      .map((line) => ({
        table: tableOf(line),
        difference: `to be as declared it wants: ${line}`,
      })),
    ...[...expected]
      .filter((line) => !generated.has(line))
      .map((line) => ({
        table: tableOf(line),
        difference: `the schema generator no longer says: ${line}`,
      })),
  ];
}

async function runGenerator(databaseUrl: string, tables: readonly Table[]): Promise<string[]> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: entitiesOf(tables),
    // A column of a reference is declared beside the reference.
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

/** What the generator says although nothing has drifted. */
function expectedLines(tables: readonly Table[]): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  return tables.flatMap((table) => [
    // It cannot declare a reference to a unique constraint that is not the primary key, and would drop what it does not know.
    ...(table.references ?? [])
      .filter((reference) => !isToPrimaryKey(reference, byName))
      .map(({ name }) => `alter table "${table.name}" drop constraint "${name}";`),
    // It takes a column GENERATED ALWAYS AS IDENTITY for one with a default.
    ...Object.entries(table.columns)
      .filter(([, { attributes }]) => attributes.isIdentity)
      .map(([name]) => `alter table "${table.name}" alter column "${name}" drop default;`),
  ]);
}

function tableOf(line: string): string {
  return /(?:table|on|exists) "(?:public"\.")?([^"]+)"/.exec(line)?.[1] ?? '';
}

const OF_MIGRATIONS = ['migrations', 'chassis_migrations'];
