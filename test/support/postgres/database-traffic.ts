import pg from 'pg';
import { onTestFailed, vi } from 'vitest';
import type { Statement } from '../../../libraries/pg-batch/index.ts';

/** The statements sent to databases. */
export interface DatabaseTraffic {
  /** The names of prepared statements and the texts of others, in the order of sending. */
  readonly statements: readonly string[];
  /**
   * Those of them that requests have sent: not the brackets of transactions and the look-up of credentials.
   */
  readonly ofRequests: readonly string[];
  /** The number of round trips. */
  readonly roundTrips: number;
}

const BESIDE = /^(?:integrations_by_client_id(?:_one)?|.*[^a-z_].*)$/s;

type QueryArgument = string | Statement | { readonly statements: readonly Statement[] };

/**
 * In the names of databases of a platform that all files of a worker share: what it does in the background is nobody's
 * traffic.
 */
export const SHARED = 'shared_';

/**
 * Records everything that this process sends to the databases of a test, or to the database of one service, until
 * `vi.restoreAllMocks()`. The databases of the feed and of activity are included only if named: events and records are
 * written there some time after requests.
 */
export function watchDatabaseTraffic(service = ''): DatabaseTraffic {
  const traffic = {
    statements: [] as string[],
    roundTrips: 0,
    get ofRequests() {
      return this.statements.filter((name) => !BESIDE.test(name));
    },
  };
  // Counts alone do not say which statement was one too many.
  onTestFailed(() => {
    process.stdout.write(`sent to ${service || 'all'}: ${traffic.statements.join(', ')}\n`);
  });
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { database = '' } = this;
    if (database.includes(SHARED)) return query.apply(this, args);
    if (service === '' ? !/^(webhooks|activity)/.test(database) : database.startsWith(service)) {
      const sent = namesOf(args[0] as QueryArgument);
      // Reads of different callers may share a batch.
      const names = sent.filter((name) => !POLL.test(name));
      if (sent.length > 0 && names.length === 0) return query.apply(this, args);
      traffic.roundTrips++;
      traffic.statements.push(...names);
    }
    return query.apply(this, args);
  } as never);
  return traffic;
}

/** What works beside requests, whether or not there are any: how often depends on how long a test takes. */
const POLL =
  /^(?:SELECT|ping|until_replicated|\w+_remove_expired|\w*partitions?|dead_letters_\w+|outbox_(?:take|mark|backlog|list_published)|applied_erasures_find|erasures_due|retentions_due|placements_read|standstills_(?:due_deletions|any_frozen)|archive_parts_\w+)$/;

/** Begins the transaction of every command, whatever it does. */
const FENCE = 'standstills_fence';

function namesOf(argument: QueryArgument): string[] {
  if (typeof argument === 'string') return [argument];
  return ('statements' in argument ? argument.statements : [argument])
    .filter(({ name }) => name !== FENCE)
    .map(({ name, text }) => (name?.startsWith('transaction_') ? text : (name ?? text)));
}
