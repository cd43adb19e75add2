import { setTimeout as delay } from 'node:timers/promises';
import { LOCK_SILENCE_MS } from '../../../libraries/pg-batch/index.ts';
import type { Pooled } from '../fleet/layouts/pgbouncer.ts';
import { type Replica, SERVICES, serviceOf } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** All database connections break, except those that hold locks. */
export const killPgBouncer: Fault<Pooled> = {
  name: 'kill -9 PgBouncer',
  touches: SERVICES,
  holdsEvents: true,
  async run(fleet, watch) {
    await fleet.on.bouncer.halt();
    await watch.failures(5, SERVICES);
    await fleet.on.bouncer.launch();
  },
};

/** PgBouncer completes the work in progress before it restarts. */
export const restartPgBouncer: Fault<Pooled> = {
  name: 'PgBouncer restarted',
  touches: SERVICES,
  holdsEvents: true,
  async run(fleet, watch) {
    await fleet.on.bouncer.restart();
    await watch.successes(20, SERVICES);
  },
};

/** Connections stay open, but no statement gets through. */
export const pausePgBouncer: Fault<Pooled> = {
  name: 'SIGSTOP PgBouncer',
  touches: SERVICES,
  holdsEvents: true,
  async run(fleet, watch) {
    fleet.on.bouncer.signal('SIGSTOP');
    await watch.failures(20, SERVICES);
    fleet.on.bouncer.signal('SIGCONT');
  },
};

/**
 * The other process of the service takes over, including the delivery of events. Requests that were cut off are sent
 * again, and none fails.
 */
export function killReplica(replica: Replica): Fault {
  return {
    name: `kill -9 ${replica}, one of two`,
    touches: [],
    async run(fleet, watch) {
      await fleet.kill(replica);
      await watch.successes(40, [serviceOf(replica)]);
      await fleet.launch(replica);
    },
  };
}

/**
 * One of two processes hangs until its relay loses the outbox lock. The requests that it holds time out, and the other
 * process takes all others: every kind of request succeeds before the first process resumes.
 */
export function pauseReplica(replica: Replica): Fault {
  const service = serviceOf(replica);
  return {
    name: `SIGSTOP ${replica}, one of two, relay lost`,
    touches: [service],
    async run(fleet, watch) {
      fleet.signal(replica, 'SIGSTOP');
      await Promise.all([watch.successes(20, [service]), delay(LOCK_SILENCE_MS + 2_000)]);
      await watch.green();
      fleet.signal(replica, 'SIGCONT');
    },
  };
}
