import type { StandbyServers } from '../fleet/layouts/standby.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** The primary's machine fails and a standby is promoted. Before the next fault the old primary becomes a standby. */
export const killPrimary: Fault<StandbyServers> = {
  name: 'kill -9 the primary, promotion',
  touches: SERVICES,
  async run({ on: { postgres } }, watch) {
    await postgres.restoreStandbys();
    await postgres.primary.kill();
    await watch.failures(5, SERVICES);
    await postgres.failOver();
  },
};

/**
 * The primary is unreachable but still alive. It returns after another server was promoted, and does not know about the
 * promotion.
 */
export const partitionPrimary: Fault<StandbyServers> = {
  name: 'SIGSTOP the primary, promotion, SIGCONT',
  touches: SERVICES,
  async run({ on: { postgres } }, watch) {
    await postgres.restoreStandbys();
    const old = postgres.primary;
    await old.signal('SIGSTOP');
    await watch.failures(5, SERVICES);
    await postgres.failOver();
    await old.signal('SIGCONT');
    await watch.successes(40, SERVICES);
    // The operator stops the old primary as soon as it is reachable again.
    await old.kill();
  },
};

/** A planned switch-over, as for an update of the servers. */
export const switchOver: Fault<StandbyServers> = {
  name: 'switch-over',
  touches: SERVICES,
  async run({ on: { postgres } }) {
    await postgres.restoreStandbys();
    await postgres.switchOver();
  },
};

/** The other standby still stores all commits: no request may fail. */
export const killStandby: Fault<StandbyServers> = {
  name: 'kill -9 a standby',
  touches: [],
  async run({ on: { postgres } }, watch) {
    await postgres.restoreStandbys();
    await postgres.standbys[0]?.kill();
    await watch.successes(80, SERVICES);
  },
};

/** Only the primary has the written data. Writes wait until a standby is available again. */
export const killStandbys: Fault<StandbyServers> = {
  name: 'kill -9 all standbys',
  touches: SERVICES,
  async run({ on: { postgres } }, watch) {
    await postgres.restoreStandbys();
    await Promise.all(postgres.standbys.map((standby) => standby.kill()));
    await watch.failures(20, SERVICES);
    await Promise.all(postgres.standbys.map((standby) => standby.start()));
  },
};
