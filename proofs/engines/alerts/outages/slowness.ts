import { setTimeout as delay } from 'node:timers/promises';
import { HeldTable } from '../../../../test/support/postgres/held-table.ts';
import type { Outage } from './outage.ts';

const lockedUsers: Outage = {
  name: 'a lock on the users',
  alerts: ['LyceumPoolExhausted', 'LyceumStatementTimeouts', 'LyceumLatency', 'LyceumRequestsShed'],
  async begin({ fleet }) {
    const users = await HeldTable.hold(fleet.databaseUrl('directory'), 'users', 'reads');
    return () => users.release();
  },
};

/** The consumer cannot store what it receives: three bulks are 1500 events. */
const lockedFeed: Outage = {
  name: 'a lock on the feed',
  alerts: ['LyceumConsumerLag', 'LyceumConsumerOld'],
  async begin({ fleet, load }) {
    const heads = await HeldTable.hold(fleet.databaseUrl('webhooks'), 'feed_heads');
    await load.createLogs(3);
    return () => heads.release();
  },
};

/** Nobody can take a delivery, and events go on becoming deliveries. */
const lockedDeliveries: Outage = {
  name: 'a lock on the deliveries',
  alerts: ['LyceumWebhooksLate'],
  async begin({ fleet }) {
    const queues = await HeldTable.hold(fleet.databaseUrl('webhooks'), 'endpoint_queues');
    return () => queues.release();
  },
};

/** Stopped for half of the time, it answers late and loses nothing. */
const stutter: Outage = {
  name: 'a process that stutters',
  alerts: ['LyceumEventLoopLag'],
  async begin({ fleet }) {
    let isOver = false;
    const stopping = (async () => {
      while (!isOver) {
        for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
          fleet.signal('locations', signal);
          await delay(STOPPED_MS);
        }
      }
    })();
    return async () => {
      isOver = true;
      await stopping;
    };
  },
};

const STOPPED_MS = 400;

export const slowOutages = [lockedUsers, lockedFeed, lockedDeliveries, stutter];
