import type { StandbyServers } from '../fleet/layouts/standby.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** The machine of the primary is gone; standbys are promoted in its place, and what is left of it becomes a standby before the next fault. */
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

/** Nobody hears of the primary, which is not gone: it comes back when another one is at work, and knows nothing of that. */
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
    // The operator ends it when it can reach it again.
    await old.kill();
  },
};

/** As for an update of the servers. */
export const switchOver: Fault<StandbyServers> = {
  name: 'switch-over',
  touches: SERVICES,
  async run({ on: { postgres } }) {
    await postgres.restoreStandbys();
    await postgres.switchOver();
  },
};

/** The other standby keeps what is committed: no request may fail. */
export const killStandby: Fault<StandbyServers> = {
  name: 'kill -9 a standby',
  touches: [],
  async run({ on: { postgres } }, watch) {
    await postgres.restoreStandbys();
    await postgres.standbys[0]?.kill();
    await watch.successes(80, SERVICES);
  },
};

/** Nobody but the primary has what is written: writes wait, until a standby is back. */
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
