import { readFile } from 'node:fs/promises';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { PLATFORM_MIGRATIONS } from '../migrate.ts';
import { readCatalogue, type Schema } from './catalogue.ts';

/** One difference between a database and what its migrations make of an empty one. */
export interface Drift {
  readonly table: string;
  /** A description of the difference, in one line. */
  readonly difference: string;
}

/**
 * Compares a database with the schemas that are committed beside the platform's migrations and the service's own. Reads only the catalogue. Returns an
 * empty array if nothing has drifted.
 */
export async function schemaDrift(databaseUrl: string, migrations: URL | undefined): Promise<Drift[]> {
  const expected = {
    ...(await committedSchema(PLATFORM_MIGRATIONS)),
    ...(migrations ? await committedSchema(migrations) : {}),
  };
  const found = await withClient({ connectionString: databaseUrl }, readCatalogue);
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...tables].flatMap((table) => driftOf(table, expected[table], found[table]));
}

async function committedSchema(migrations: URL): Promise<Schema> {
  return JSON.parse(await readFile(schemaFileOf(migrations), 'utf8'));
}

/** The file with the schema that migrations make; `npm run tables:write` writes it. */
export function schemaFileOf(migrations: URL): URL {
  return new URL('../schema.json', migrations);
}

function driftOf(table: string, expected: Schema[string] | undefined, found: Schema[string] | undefined): Drift[] {
  if (!found) return [{ table, difference: 'is missing' }];
  if (!expected) return [{ table, difference: 'is not declared' }];
  const parts = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...parts].flatMap((part) => {
    const [want, have] = [expected[part], found[part]];
    if (want === have) return [];
    if (have === undefined) return [{ table, difference: `${part} is missing: ${want}` }];
    if (want === undefined) return [{ table, difference: `${part} is not declared: ${have}` }];
    return [{ table, difference: `${part} is ${have}; declared: ${want}` }];
  });
}
