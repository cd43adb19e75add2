import { isOperatorName } from '../platform/calls/identity/claims.ts';
import type { Environment } from '../platform/core/config/config.ts';
import type { Database } from '../platform/data/database.ts';
import { CommandFailure } from './failure.ts';
import { withServiceDatabases } from './service-databases.ts';

/**
 * Runs work on the operators of the installation, in identity's database. Access to that database is the only
 * permission needed.
 */
export async function withOperators<T>(environment: Environment, work: (db: Database) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await withServiceDatabases(environment, 'identity', async (_, db) => {
    result = await work(db);
  });
  return result as T;
}

/** Checks the name of an operator. Throws a CommandFailure if it is invalid. */
export function operatorNameOf(text: string): string {
  if (isOperatorName(text)) return text;
  throw new CommandFailure('A name has 1 to 100 letters, digits, spaces and ._@+-, and starts with a letter or digit.');
}
