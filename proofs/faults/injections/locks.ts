import { HeldTable } from '../../../test/support/postgres/held-table.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { Fault } from './fault.ts';

/**
 * Users are created and cannot commit, while others read lists of what has changed: the commits have the time at which
 * their commands began.
 */
export const lateCommits: Fault = {
  name: 'a lock on the users',
  touches: ['directory'],
  async run(fleet, watch) {
    const users = await HeldTable.hold(fleet.databaseUrl('directory'), 'users');
    await users.waiters(1);
    await watch.successes(60, ['directory']);
    await users.release();
  },
};

/** Events on their way into the feed lose their session amid the transaction. */
export const lostFeedSession: Fault = {
  name: 'a lock on the feed, whose writer loses its session',
  touches: ['webhooks'],
  async run(fleet) {
    const url = fleet.databaseUrl('webhooks');
    const feed = await HeldTable.hold(url, FEED);
    await feed.waiters(1);
    await query(url, 'SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = $1::regclass AND NOT granted', [
      FEED,
    ]);
    await feed.release();
  },
};

/** What every event of the feed writes. */
export const FEED = 'feed_heads';
