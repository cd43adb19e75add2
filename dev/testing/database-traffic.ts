import pg from 'pg';
import { vi } from 'vitest';
import type { Statement } from '../../platform/data/statements/statement.ts';

/** The statements sent to databases. */
export interface DatabaseTraffic {
  /** The names of prepared statements and the texts of others, in the order of sending. */
  readonly statements: readonly string[];
  /** The number of round trips. */
  readonly roundTrips: number;
}

type QueryArgument = string | Statement | { readonly statements: readonly Statement[] };

/** In the names of databases of a platform that all files of a worker share: what it does in the background is nobody's traffic. */
export const SHARED = 'shared_';

/**
 * Records everything that this process sends to the databases of a test, or to the database of one service, until `vi.restoreAllMocks()`. The
 * feed's database is included only if named: events are written there asynchronously, some time after requests.
 */
export function watchDatabaseTraffic(service = ''): DatabaseTraffic {
  const traffic = { statements: [] as string[], roundTrips: 0 };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { database = '' } = this;
    if (database.includes(SHARED)) return query.apply(this, args);
    if (service === '' ? !database.startsWith('webhooks') : database.startsWith(service)) {
      traffic.roundTrips++;
      traffic.statements.push(...namesOf(args[0] as QueryArgument));
    }
    return query.apply(this, args);
  } as never);
  return traffic;
}

function namesOf(argument: QueryArgument): string[] {
  if (typeof argument === 'string') return [argument];
  return ('statements' in argument ? argument.statements : [argument]).map(({ name, text }) =>
    name?.startsWith('transaction_') ? text : (name ?? text),
  );
}
