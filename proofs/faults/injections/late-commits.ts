import { HeldTable } from '../../../test/support/postgres/held-table.ts';
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
