import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Environment } from '../../platform/core/config/config.ts';
import type { Database } from '../../platform/data/database.ts';
import { reasonOf } from '../../platform/data/ensure-databases.ts';
import type { Databases } from '../archive/export-institution.ts';
import { cursorKeysOf } from '../archive/sealed-values.ts';
import { CommandFailure } from '../failure.ts';
import { databaseUrlsOf, withDatabases } from '../service-databases.ts';

/** One of the two installations of a move. */
export interface Installation {
  readonly environment: Environment;
  readonly urls: Databases;
  readonly databases: ReadonlyMap<string, Database>;
}

/** Works with the databases of an installation that have, or will have, the rows of an institution. */
export async function withInstallation<T>(
  environment: Environment,
  institutionId: string,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const urls = await databaseUrlsOf(environment, institutionId);
  return withDatabases(urls, (databases) => work({ environment, urls, databases }));
}

/** The environment of another installation, from a file with lines NAME=VALUE. Throws a CommandFailure. */
export async function readEnvironment(path: string): Promise<Environment> {
  try {
    return parseEnv(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CommandFailure(`${path}: ${reasonOf(error)}`);
  }
}

/**
 * Throws a CommandFailure if cursors of one installation would not hold at the other, as far as their environments tell.
 */
export async function requireCursorKeys(source: Environment, target: Environment): Promise<void> {
  const [here, there] = await Promise.all([cursorKeysOf(source), cursorKeysOf(target)]);
  if (here === undefined || there === undefined) return;
  const known = new Set(there.split(','));
  const missing = here.split(',').filter((key) => !known.has(key));
  if (missing.length > 0)
    throw new CommandFailure(
      `CURSOR_KEYS there lacks keys of here: ${missing.map((key) => key.split(':')[0]).join(', ')}. Add them at its end, so that positions in the feed hold.`,
    );
}

/** Identity comes last: nobody comes in before all of the institution can be used. */
export function identityLast({ databases }: Pick<Installation, 'databases'>): [service: string, db: Database][] {
  return [...databases].toSorted(([one], [other]) => Number(one === 'identity') - Number(other === 'identity'));
}
