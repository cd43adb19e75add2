import { readFile } from 'node:fs/promises';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { compareSchemas, type Drift, readCatalogue, type Schema } from '../../libraries/typed-sql/index.ts';
import { PLATFORM_MIGRATIONS } from './migrate.ts';
import { migrationTables } from './register.ts';

/**
 * Compares a database with the schemas that are committed beside the platform's migrations and the service's own. Reads
 * only the catalogue. Returns an empty array if nothing has drifted.
 */
export async function schemaDrift(databaseUrl: string, migrations: URL | undefined): Promise<Drift[]> {
  const expected = {
    ...(await committedSchema(PLATFORM_MIGRATIONS)),
    ...(migrations ? await committedSchema(migrations) : {}),
  };
  return compareSchemas(expected, await schemaOf(databaseUrl));
}

/** The schema of a database, without the tables of the migrations themselves. */
export function schemaOf(databaseUrl: string): Promise<Schema> {
  return withClient({ connectionString: databaseUrl }, (client) =>
    readCatalogue(
      client,
      migrationTables.map(({ name }) => name),
    ),
  );
}

async function committedSchema(migrations: URL): Promise<Schema> {
  return JSON.parse(await readFile(schemaFileOf(migrations), 'utf8'));
}

/** The file with the schema that migrations make; `npm run tables:write` writes it. */
export function schemaFileOf(migrations: URL): URL {
  return new URL('../schema.json', migrations);
}
