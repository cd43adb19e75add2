import { MikroORM } from '@mikro-orm/postgresql';
import type { Table } from '../../platform/data/schema/table.ts';
import { entityOf } from './entities.ts';
import { formatStatement } from './format-statement.ts';

/**
 * The statements that make a migrated database match the declared tables, in the style of the migrations; empty if it does.
 * @param others tables of the database that are declared elsewhere
 */
export async function migrationSql(
  databaseUrl: string,
  tables: readonly Table[],
  others: readonly Table[] = [],
): Promise<string> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: tables.map(entityOf),
    schemaGenerator: {
      skipTables: ['migrations', 'platform_migrations', ...others.map(({ name }) => name)],
      ignoreRoutines: true,
      ignoreTriggers: true,
    },
  });
  try {
    const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).split('\n').filter(Boolean);
    return statements
      .filter((statement) => !OF_MIGRATIONS_ALONE.test(statement))
      .map(formatStatement)
      .join('\n');
  } finally {
    await orm.close(true);
  }
}

/** Constraints other than keys, and indexes, are not declared, so the generator would drop them. */
const OF_MIGRATIONS_ALONE = /^drop index|^alter table \S+ drop constraint (?!"\w+_pkey")/;
