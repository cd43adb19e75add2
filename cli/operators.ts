import { isOperatorName } from '../platform/calls/identity/operator-name.ts';
import type { Environment } from '../platform/core/config/config.ts';
import type { Database } from '../platform/data/database.ts';
import { CommandFailure } from './failure.ts';
import { withServiceDatabases } from './service-databases.ts';

/** Does something with the operators of the installation, which are in directory's database: whoever can reach that may. */
export async function withOperators<T>(environment: Environment, work: (db: Database) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await withServiceDatabases(environment, 'directory', async (_, db) => {
    result = await work(db);
  });
  return result as T;
}

/** A name for an operator. Throws a CommandFailure for one that cannot be. */
export function operatorNameOf(text: string): string {
  if (isOperatorName(text)) return text;
  throw new CommandFailure('A name has 1 to 100 letters, digits, spaces and ._@+-, and begins with a letter or digit.');
}
