import pg from 'pg';
import { vi } from 'vitest';
import type { Statement } from '../../platform/data/statements/statement.ts';

/** What was asked of databases. */
export interface DatabaseTraffic {
  /** The names of the prepared statements, and the texts of the others, in the order of sending. */
  readonly statements: readonly string[];
  /** How often something was sent and its answers waited for. */
  readonly roundTrips: number;
}

type QueryArgument = string | Statement | { readonly statements: readonly Statement[] };

/**
 * Watches all that this process sends to the databases of a test, or to that of one service, until `vi.restoreAllMocks()`. The feed's database counts when it
 * is named: events are recorded there beside requests, some time after them.
 */
export function watchDatabaseTraffic(service = ''): DatabaseTraffic {
  const traffic = { statements: [] as string[], roundTrips: 0 };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { database = '' } = this;
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
