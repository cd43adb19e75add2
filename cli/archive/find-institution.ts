import { withClient } from '../../libraries/pg-batch/index.ts';
import type { Manifest } from '../../platform/data/archive/manifest.ts';
import { CommandFailure } from '../failure.ts';
import { databaseFailure } from '../service-databases.ts';
import type { Databases } from './export-institution.ts';

/** The institution with an id or a ref, from the database: the services may be stopped. Throws a CommandFailure. */
export async function findInstitution(databases: Databases, idOrRef: string): Promise<Manifest['institution']> {
  const url = new Map(databases).get('directory');
  const [found] = await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<Manifest['institution']>(
      'SELECT id, ref, name FROM institutions WHERE id::text = lower($1) OR ref = $1',
      [idOrRef],
    );
    return rows;
  }).catch((error: unknown) => {
    throw databaseFailure('directory', error);
  });
  if (found) return found;
  throw new CommandFailure(
    `There is no institution with the id or ref "${idOrRef}". "lyceum institutions list" shows all of them.`,
  );
}
