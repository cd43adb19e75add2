import { query } from '../../../../test/support/postgres/query.ts';
import type { Outage } from './outage.ts';

const killDirectory: Outage = {
  name: 'kill -9 directory',
  alerts: ['LyceumPartDown', 'LyceumTargetDown', 'LyceumNotReady', 'LyceumErrorRatio', 'LyceumCallsFail'],
  async begin({ fleet }) {
    await fleet.kill('directory');
    return () => fleet.launch('directory');
  },
};

const pausePostgres: Outage = {
  name: 'SIGSTOP PostgreSQL',
  alerts: ['LyceumNotReady', 'LyceumMetricMissing', 'LyceumScrapeErrors'],
  async begin({ fleet }) {
    await fleet.on.postgres.signal('SIGSTOP');
    return () => fleet.on.postgres.signal('SIGCONT');
  },
};

/** Eleven bulks are 5500 events. */
const killNats: Outage = {
  name: 'kill -9 NATS',
  alerts: [
    'LyceumNatsUnavailable',
    'LyceumRateLimitLocal',
    'LyceumOutboxOld',
    'LyceumOutboxBacklog',
    'LyceumMetricMissing',
  ],
  async begin({ nats, load }) {
    await nats.end('SIGKILL');
    await load.createLogs(11);
    return () => nats.start();
  },
};

/** An event is damaged on its way into the outbox. Identity reads changes of users, the feed no payload. */
const unreadableEvent: Outage = {
  name: 'an event that nobody can read',
  alerts: ['LyceumDeadLetters'],
  async begin({ fleet, load }) {
    const directory = fleet.databaseUrl('directory');
    await query(directory, DAMAGE);
    const status = await load.changeUser();
    if (status !== 200) throw new Error(`no event: ${status}`);
    await query(directory, 'DROP FUNCTION damage CASCADE');
    return async () => {
      await query(fleet.databaseUrl('identity'), 'DELETE FROM dead_letters');
    };
  },
};

const DAMAGE = `CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN NEW.payload = NEW.payload || '\\xff'; RETURN NEW; END $$;
  CREATE TRIGGER damage BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.type LIKE '%UserUpdated') EXECUTE FUNCTION damage()`;
const missingMigration: Outage = {
  name: 'a migration that is missing',
  alerts: ['LyceumMigrationBehind'],
  async begin({ fleet }) {
    const url = fleet.databaseUrl('locations');
    const forget = 'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name';
    const [last] = await query<{ name: string }>(url, forget);
    return async () => {
      await query(url, `INSERT INTO migrations (name, run_on) VALUES ('${last?.name}', now())`);
    };
  },
};

export const serverOutages = [killDirectory, pausePostgres, killNats, unreadableEvent, missingMigration];
