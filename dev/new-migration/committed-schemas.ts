import { PLATFORM_MIGRATIONS } from '../../platform/data/migrate.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { schemaFileOf, schemaOf } from '../../platform/data/schema-drift.ts';

/**
 * The schemas that are committed beside the migrations of a service and of the platform, from its migrated database.
 */
export async function committedSchemas(migrations: URL, databaseUrl: string): Promise<ReadonlyMap<URL, string>> {
  const catalogue = Object.entries(await schemaOf(databaseUrl));
  return new Map(
    [migrations, PLATFORM_MIGRATIONS].map((folder) => {
      const isOfPlatform = folder === PLATFORM_MIGRATIONS;
      const schema = catalogue.filter(([table]) => platformTables.some((each) => each.name === table) === isOfPlatform);
      return [schemaFileOf(folder), `${JSON.stringify(Object.fromEntries(schema), null, 2)}\n`] as const;
    }),
  );
}
