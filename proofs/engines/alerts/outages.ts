import { HeldTable } from '../../../test/support/postgres/held-table.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { until } from '../../../test/support/until.ts';
import type { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import type { Fleet } from '../../faults/fleet/fleet.ts';
import type { On, singleServers } from '../../faults/fleet/layouts.ts';
import type { Service } from '../../faults/fleet/parts.ts';
import type { Load } from './load.ts';

/** The platform that an outage is made in. */
export interface Site {
  readonly fleet: Fleet<On<typeof singleServers>>;
  readonly load: Load;
  /** The receiver of all events of the institution. */
  readonly receiver: TestReceiver;
}

/** Something that lasts until its alerts fire. */
interface Outage {
  readonly name: string;
  /** The alerts that must fire meanwhile. Others may. */
  readonly alerts: readonly string[];
  /** Begins it; returns how it ends. */
  begin(site: Site): Promise<() => unknown>;
}

/** A lock on tables, and so many requests that each create 500 logs. */
const locked = (service: Service, tables: string, against: 'reads' | 'writes' = 'writes', bulks = 0) => ({
  async begin({ fleet, load }: Site) {
    const held = await HeldTable.hold(fleet.databaseUrl(service), tables, against);
    await load.createLogs(bulks);
    return () => held.release();
  },
});

/** An event is damaged on its way into the outbox. Identity reads changes of users, the feed no payload. */
const DAMAGE = `CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN NEW.payload = NEW.payload || '\\xff'; RETURN NEW; END $$;
  CREATE TRIGGER damage BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.type LIKE '%UserUpdated') EXECUTE FUNCTION damage()`;
const MISSING = 'LyceumMetricMissing';
const STOPPED_MS = 400;

export const outages: readonly Outage[] = [
  {
    name: 'kill -9 directory',
    alerts: ['LyceumPartDown', 'LyceumTargetDown', 'LyceumNotReady', 'LyceumErrorRatio', 'LyceumCallsFail'],
    async begin({ fleet }) {
      await fleet.kill('directory');
      return () => fleet.launch('directory');
    },
  },
  {
    name: 'SIGSTOP PostgreSQL',
    alerts: ['LyceumNotReady', MISSING, 'LyceumScrapeErrors'],
    async begin({ fleet }) {
      await fleet.on.postgres.signal('SIGSTOP');
      return () => fleet.on.postgres.signal('SIGCONT');
    },
  },
  {
    name: 'kill -9 NATS',
    alerts: ['LyceumNatsUnavailable', 'LyceumRateLimitLocal', 'LyceumOutboxOld', 'LyceumOutboxBacklog', MISSING],
    async begin({ fleet, load }) {
      await fleet.on.nats.end('SIGKILL');
      // 5500 events.
      await load.createLogs(11);
      return () => fleet.on.nats.start();
    },
  },
  {
    name: 'an event that nobody can read',
    alerts: ['LyceumDeadLetters'],
    async begin({ fleet, load }) {
      const directory = fleet.databaseUrl('directory');
      await query(directory, DAMAGE);
      const status = await load.changeUser();
      if (status !== 200) throw new Error(`no event: ${status}`);
      await query(directory, 'DROP FUNCTION damage CASCADE');
      return () => query(fleet.databaseUrl('identity'), 'DELETE FROM dead_letters');
    },
  },
  {
    name: 'a migration that is missing',
    alerts: ['LyceumMigrationBehind'],
    async begin({ fleet }) {
      const url = fleet.databaseUrl('locations');
      const forget = 'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name';
      const [last] = await query<{ name: string }>(url, forget);
      return () => query(url, `INSERT INTO migrations (name, run_on) VALUES ('${last?.name}', now())`);
    },
  },
  {
    name: 'a lock on the users',
    alerts: ['LyceumPoolExhausted', 'LyceumStatementTimeouts', 'LyceumLatency', 'LyceumRequestsShed'],
    ...locked('directory', 'users', 'reads'),
  },
  // The consumer cannot store what it receives, 1500 events.
  {
    name: 'a lock on the feed',
    alerts: ['LyceumConsumerLag', 'LyceumConsumerOld'],
    ...locked('webhooks', 'feed_heads', 'writes', 3),
  },
  // Nobody can take a delivery, and events go on becoming deliveries.
  { name: 'a lock on the deliveries', alerts: ['LyceumWebhooksLate'], ...locked('webhooks', 'endpoint_queues') },
  {
    // Stopped for half of the time, it answers late and loses nothing.
    name: 'a process that stutters',
    alerts: ['LyceumEventLoopLag'],
    async begin({ fleet }) {
      let turn = 0;
      const stutter = () => fleet.signal('locations', turn++ % 2 === 0 ? 'SIGSTOP' : 'SIGCONT');
      const timer = setInterval(stutter, STOPPED_MS);
      return () => {
        clearInterval(timer);
        fleet.signal('locations', 'SIGCONT');
      };
    },
  },
  {
    name: 'a client that writes too much',
    alerts: ['LyceumWriteAllowanceSpent'],
    async begin({ load }) {
      await until('429', async () => (await load.createLogs(1, 0)).includes(429), 60_000);
      return () => undefined;
    },
  },
  // Last: what the receivers have refused is sent again minutes later.
  {
    name: 'receivers that refuse everything',
    alerts: ['LyceumWebhooksFail'],
    async begin({ receiver }) {
      const { answer } = receiver;
      receiver.answer = (response) => {
        receiver.requests.length = 0;
        response.writeHead(503).end();
      };
      return () => {
        receiver.answer = answer;
      };
    },
  },
];
