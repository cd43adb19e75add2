import { setTimeout as delay } from 'node:timers/promises';
import { query } from '../../../test/support/postgres/query.ts';
import { until } from '../../../test/support/until.ts';
import type { UserServer } from '../../../test/support/user-server.ts';
import type { Fleet } from '../fleet/fleet.ts';
import {
  AHEAD,
  type differingClocks,
  type losableDisks,
  type On,
  type pgbouncer,
  type singleServers,
  type standby,
} from '../fleet/layouts.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { Platform } from '../fleet/platform.ts';
import type { WebhookReceiver } from '../traffic/webhook-receiver.ts';
import { type Fault, fault } from './fault.ts';

export const WITHOUT_EVENTS = { touches: SERVICES, holdsEvents: true };

const onPostgres = fault<Platform & { readonly on: { readonly postgres: UserServer } }>;
const onNats = fault<Fleet<On<typeof singleServers>>>;
const onPooler = fault<Fleet<On<typeof pgbouncer>>>;

/**
 * Kills the server and all its sessions at once, as when the machine runs out of memory. The server recovers from its
 * write-ahead log. The receiver of webhooks answers while no service can store the result.
 */
export const killPostgres = onPostgres(
  'kill -9 PostgreSQL amid deliveries',
  WITHOUT_EVENTS,
  async (platform, _watch, receiver) => {
    await amidDelivery(receiver, () => platform.on.postgres.signal('SIGKILL'));
    const url = platform.databaseUrl('directory');
    await until('PostgreSQL', () => query(url, 'SELECT 1').then(Boolean, () => false), RECOVERY_MS);
  },
);

/** The pause is long enough that services take the server for gone, and replace their sessions. */
export const pausePostgres = onPostgres(
  'SIGSTOP PostgreSQL amid deliveries',
  WITHOUT_EVENTS,
  async ({ on: { postgres } }, watch, receiver) => {
    await amidDelivery(receiver, () => postgres.signal('SIGSTOP'));
    await Promise.all([watch.failures(20, SERVICES), delay(POSTGRES_TIMEOUT_MS)]);
    await postgres.signal('SIGCONT');
  },
);

/** No request waits for NATS: none may fail. */
export const killNats = onNats('kill -9 NATS', { holdsEvents: true }, async ({ on: { nats } }, watch) => {
  await nats.end('SIGKILL');
  await watch.successes(80, SERVICES);
  await nats.start();
});

/** The pause is long enough that clients drop their connections. */
export const pauseNats = onNats('SIGSTOP NATS', { holdsEvents: true }, async ({ on: { nats } }, watch) => {
  await nats.pause();
  await Promise.all([watch.successes(200, SERVICES), delay(NATS_TIMEOUT_MS)]);
  nats.resume();
});

/** The events of the outage are in an outbox whose relay dies before it publishes them. */
export const killServiceWithoutNats = onNats(
  'kill -9 timetracking without NATS',
  { touches: ['timetracking'] },
  async (fleet, watch) => {
    await fleet.on.nats.end('SIGKILL');
    await watch.successes(60, ['timetracking']);
    await fleet.kill('timetracking');
    await watch.failures(5, ['timetracking']);
    await fleet.launch('timetracking');
    await watch.successes(20, ['timetracking']);
    await fleet.on.nats.start();
  },
);

/** The faults of PgBouncer. When it is killed, all database connections break, except those that hold locks. */
export const killPgBouncer = onPooler('kill -9 PgBouncer', WITHOUT_EVENTS, async ({ on: { bouncer } }, watch) => {
  await bouncer.halt();
  await watch.failures(5, SERVICES);
  await bouncer.launch();
});

/** PgBouncer completes the work in progress before it restarts. */
export const restartPgBouncer = onPooler('PgBouncer restarted', WITHOUT_EVENTS, async ({ on: { bouncer } }, watch) => {
  await bouncer.restart();
  await watch.successes(20, SERVICES);
});

/** Connections stay open, but no statement gets through. */
export const pausePgBouncer = onPooler('SIGSTOP PgBouncer', WITHOUT_EVENTS, async ({ on: { bouncer } }, watch) => {
  bouncer.signal('SIGSTOP');
  await watch.failures(20, SERVICES);
  bouncer.signal('SIGCONT');
});

type Replicated = On<typeof standby>['postgres'];

/** Before a failover the old primary of the one before becomes a standby. */
function failover(
  name: string,
  touches: Fault['touches'],
  run: (postgres: Replicated, watch: Parameters<Fault['run']>[1]) => Promise<unknown>,
) {
  return fault<Fleet<On<typeof standby>>>(name, { touches }, async ({ on: { postgres } }, watch) => {
    await postgres.restoreStandbys();
    await run(postgres, watch);
  });
}

export const killPrimary = failover('kill -9 the primary, promotion', SERVICES, async (postgres, watch) => {
  await postgres.primary.kill();
  await watch.failures(5, SERVICES);
  await postgres.failOver();
});

/** The primary is unreachable but still alive. It returns after the promotion of another, of which it does not know. */
export const partitionPrimary = failover(
  'SIGSTOP the primary, promotion, SIGCONT',
  SERVICES,
  async (postgres, watch) => {
    const old = postgres.primary;
    await old.signal('SIGSTOP');
    await watch.failures(5, SERVICES);
    await postgres.failOver();
    await old.signal('SIGCONT');
    await watch.successes(40, SERVICES);
    // The operator stops the old primary as soon as it is reachable again.
    await old.kill();
  },
);

/** A planned switch-over, as for an update of the servers. */
export const switchOver = failover('switch-over', SERVICES, (postgres) => postgres.switchOver());

/** The other standby still stores all commits: no request may fail. */
export const killStandby = failover('kill -9 a standby', [], async ({ standbys }, watch) => {
  await standbys[0]?.kill();
  await watch.successes(80, SERVICES);
});

/** Only the primary has the written data. Writes wait until a standby is available again. */
export const killStandbys = failover('kill -9 all standbys', SERVICES, async ({ standbys }, watch) => {
  await Promise.all(standbys.map((each) => each.kill()));
  await watch.failures(20, SERVICES);
  await Promise.all(standbys.map((each) => each.start()));
});

/** The machines of these servers lose their power at once: the servers end, and what they had not synced is gone. */
export function losePower(...names: readonly ('PostgreSQL' | 'NATS')[]) {
  const touches = names.includes('PostgreSQL') ? SERVICES : [];
  return fault<Fleet<On<typeof losableDisks>>>(
    `power loss of ${names.join(' and ')}`,
    { touches, holdsEvents: true },
    async (fleet, watch) => {
      await watch.successes(80, SERVICES);
      const machines = names.map((name) => fleet.on.machines[name]);
      await Promise.all(machines.map((machine) => machine.kill()));
      for (const { disk } of machines) disk.losePower();
      for (const { disk } of machines) disk.restorePower();
      await Promise.all(machines.map((machine) => machine.start()));
    },
  );
}

/** A clock is set by some seconds, and later back. No request may fail. */
export function setClock(name: string, seconds: number) {
  const right = AHEAD[name] ?? 0;
  return fault<Fleet<On<typeof differingClocks>>>(
    `${name}: clock set ${seconds > 0 ? 'forward' : 'back'}, and right again`,
    {},
    async ({ on: { clocks } }, watch) => {
      await clocks.set({ [name]: right + seconds });
      // Longer than a service goes on without asking the database server for its time.
      for (let round = 0; round < 3; round++) await watch.successes(100, SERVICES);
      await clocks.set({ [name]: right });
      await watch.successes(100, SERVICES);
    },
  );
}

/** Acts while a delivery is under way. */
export async function amidDelivery(receiver: WebhookReceiver, act: () => Promise<void>): Promise<void> {
  await receiver.hold();
  await act();
  receiver.release();
}

const RECOVERY_MS = 60_000;
/** Longer than a statement may take, and the second after which services no longer wait for its end. */
const POSTGRES_TIMEOUT_MS = 13_000;
/** Longer than two ping intervals of two seconds and a third one. */
const NATS_TIMEOUT_MS = 7_000;
