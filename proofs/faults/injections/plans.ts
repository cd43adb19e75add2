import { type Branches, RARE_BRANCHES } from '../../rare-branches/branches.ts';
import type { Infrastructure, Layout } from '../fleet/infrastructure.ts';
import { type SingleServers, singleServers } from '../fleet/layouts/single-servers.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { AttackPlan } from '../neighbour/attack-all.ts';
import { allAttacks, someAttacks } from '../neighbour/attacks/attacks.ts';
import { MANY_APPOINTMENTS } from '../neighbour/large-institution.ts';
import type { Fault } from './fault.ts';
import { killGateway, killNats, killPostgres, killService, killServiceWithoutNats, killWebhooks } from './kills.ts';
import { lateCommits, lostFeedSession } from './locks.ts';
import { pauseGateway, pauseNats, pausePostgres, pauseService, pauseServiceLong } from './pauses.ts';
import { failingReceiver, hangingReceiver } from './receivers.ts';
import { silentProxy, slowDatabase, slowService } from './slow-proxies.ts';

export interface Plan<On extends Infrastructure = Infrastructure> {
  readonly layout: Layout<On>;
  /** The rate of the traffic: 1 is about fifty requests per second. */
  readonly pace: number;
  readonly faults: readonly Fault<On>[];
  /** Whether any of the faults needs a proxy. */
  readonly hasProxies: boolean;
  /**
   * The longest time that an event may wait for its delivery, in milliseconds, not counting faults that delay all
   * events. Not checked by default: a service with one process delivers nothing while that process is down.
   */
  readonly eventsWaitAtMostMs?: number;
  /** The number of processes per service, 1 by default. */
  readonly replicas?: 1 | 2;
  /** The source folder of the release to start, if it is not the one under test. It ends with a slash. */
  readonly root?: string;
  /** The only variables that processes get of their environment; all by default. */
  readonly variables?: ReadonlySet<string> | undefined;
  /** The attacks of a neighbour institution after the last fault. */
  readonly neighbour: AttackPlan;
  /**
   * How many times as large the other institution's p99 may be as beside a well-behaved one, if that is more than what
   * is promised. Infinite if this is not checked.
   */
  readonly maxP99Times: number;
  /** What processes must have entered when all faults are over. Recording costs each of them some time. */
  readonly rareBranches?: Branches;
  /** Environment variables of the gateways in addition to those of production. */
  readonly gateway: Readonly<Record<string, string>>;
}

const someFaults: readonly Fault<SingleServers>[] = [
  killWebhooks,
  killPostgres,
  killNats,
  killGateway,
  pauseService('timetracking'),
  lateCommits,
];

const allFaults: readonly Fault<SingleServers>[] = [
  ...SERVICES.map((name) => (name === 'webhooks' ? killWebhooks : killService(name))),
  killPostgres,
  killNats,
  killServiceWithoutNats,
  killGateway,
  pauseService('directory'),
  pauseServiceLong('timetracking'),
  pauseServiceLong('webhooks'),
  pausePostgres,
  pauseNats,
  pauseGateway,
  slowService,
  slowDatabase,
  silentProxy,
  lateCommits,
  lostFeedSession,
  hangingReceiver,
  failingReceiver,
];

/** One fault of each kind and little traffic. The plan suits every run of the tests, even on a busy machine. */
export const shortPlan: Plan<SingleServers> = {
  layout: singleServers,
  pace: 0.5,
  faults: someFaults,
  hasProxies: false,
  // Enough appointments to fill a page, and calendars that take some work. Few clients, so that the other institution's
  // requests do not time out on a slow machine.
  neighbour: {
    attacks: someAttacks,
    lastsMs: 2_000,
    strength: 0.2,
    pauseMs: 0,
    appointments: { crowded: 25, long: 1_500 },
  },
  maxP99Times: Number.POSITIVE_INFINITY,
  gateway: {
    // Other tests use the machine too. That is no overload of the platform.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // Limits that the attacks reach within seconds.
    MAX_WRITTEN_MB_PER_DAY: '8',
  },
};

/** All faults and all attacks. */
export const fullPlan: Plan<SingleServers> = {
  layout: singleServers,
  pace: 1,
  faults: allFaults,
  hasProxies: true,
  neighbour: { attacks: allAttacks, lastsMs: 12_000, strength: 1, pauseMs: 2_000, appointments: MANY_APPOINTMENTS },
  maxP99Times: 3,
  rareBranches: RARE_BRANCHES,
  // A limit that one attack reaches.
  gateway: { MAX_WRITTEN_MB_PER_DAY: '64' },
};
