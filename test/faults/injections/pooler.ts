import type { Pooled } from '../fleet/layouts/pgbouncer.ts';
import { type Replica, SERVICES, serviceOf } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** All connections to databases but those of locks break. */
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

/** What is under way ends first. */
export const restartPgBouncer: Fault<Pooled> = {
  name: 'PgBouncer restarted',
  touches: SERVICES,
  holdsEvents: true,
  async run(fleet, watch) {
    await fleet.on.bouncer.restart();
    await watch.successes(20, SERVICES);
  },
};

/** Connections stand, and no statement comes through. */
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

/** The other process of the service does its work, events included: what was cut off is asked again, and no request fails. */
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
