import { type Branches, RARE_BRANCHES } from '../../rare-branches/branches.ts';
import { TAKEOVER_MS } from '../audit/verdict.ts';
import {
  differingClocks,
  type Infrastructure,
  type Layout,
  losableDisks,
  natsCluster,
  type On,
  POSTGRES,
  pgbouncer,
  singleServers,
  standby,
} from '../fleet/layouts.ts';
import { GATEWAYS, SERVICES } from '../fleet/parts.ts';
import type { Env } from '../fleet/platform.ts';
import type { AttackPlan } from '../neighbour/attack-all.ts';
import { allAttacks, someAttacks } from '../neighbour/attacks/attacks.ts';
import { MANY_APPOINTMENTS } from '../neighbour/large-institution.ts';
import type { Fault } from './fault.ts';
import { killNatsLeader, natsClusterFaults } from './nats-cluster-faults.ts';
import * as part from './process-faults.ts';
import * as server from './server-faults.ts';

export interface Plan<Stands extends Infrastructure = Infrastructure> {
  readonly layout: Layout<Stands>;
  /** The rate of the traffic: 1 is about fifty requests per second. */
  readonly pace: number;
  readonly faults: readonly Fault<Stands>[];
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
  readonly gateway: Env;
}

/** One fault of each kind and little traffic. The plan suits every run of the tests, even on a busy machine. */
export const shortPlan: Plan<On<typeof singleServers>> = {
  layout: singleServers,
  pace: 0.5,
  faults: [
    part.killWebhooks,
    server.killPostgres,
    server.killNats,
    part.killGateway,
    part.pauseService('timetracking'),
    part.lateCommits,
  ],
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
const fullPlan: Plan<On<typeof singleServers>> = {
  layout: singleServers,
  pace: 1,
  faults: [
    ...SERVICES.map((name) => (name === 'webhooks' ? part.killWebhooks : part.killService(name))),
    server.killPostgres,
    server.killNats,
    server.killServiceWithoutNats,
    part.killGateway,
    part.pauseService('directory'),
    part.pauseServiceLong('timetracking'),
    part.pauseServiceLong('webhooks'),
    server.pausePostgres,
    server.pauseNats,
    part.pauseGateway,
    part.slowService,
    part.slowDatabase,
    part.silentProxy,
    part.lateCommits,
    part.lostFeedSession,
    part.hangingReceiver,
    part.failingReceiver,
  ],
  hasProxies: true,
  neighbour: { attacks: allAttacks, lastsMs: 12_000, strength: 1, pauseMs: 2_000, appointments: MANY_APPOINTMENTS },
  maxP99Times: 3,
  rareBranches: RARE_BRANCHES,
  // A limit that one attack reaches.
  gateway: { MAX_WRITTEN_MB_PER_DAY: '64' },
};

interface Plans {
  /** The plan for every run of the tests. */
  readonly short: Plan;
  readonly full: Plan;
}

/** No attacks of a neighbour on other infrastructure: it has no part in their effect. */
const withoutAttacks = { hasProxies: false, neighbour: { ...shortPlan.neighbour, attacks: [] } };

/** @param full what the full plan has in addition to the short one, or instead */
function plans<L extends Layout>(
  layout: L,
  own: Pick<Plan<On<L>>, 'faults' | 'replicas' | 'eventsWaitAtMostMs'>,
  full: Partial<Plan<On<L>>>,
): Plans {
  const short: Plan = { ...shortPlan, ...withoutAttacks, ...own, layout };
  return { short, full: { ...short, ...(full as Partial<Plan>) } };
}

/** The full plan's traffic, which those of a busier machine do not have. */
const { pace, rareBranches, gateway, maxP99Times } = fullPlan;
const busy = { pace, ...(rareBranches && { rareBranches }), gateway, maxP99Times };
const losses = [server.losePower('PostgreSQL'), server.losePower('NATS'), server.losePower('PostgreSQL', 'NATS')];
const forward = (name: string) => server.setClock(name, 300);
const back = (name: string) => server.setClock(name, -300);

/** The infrastructures that the platform can run on, with the faults for each. */
export const LAYOUTS = {
  'single-servers': { short: shortPlan as Plan, full: fullPlan as Plan },
  'differing-clocks': plans(
    differingClocks,
    { faults: [back('directory'), back(POSTGRES), forward('gateway-1')] },
    { faults: [...SERVICES, POSTGRES, ...GATEWAYS].flatMap((name) => [forward(name), back(name)]) },
  ),
  // In short the one fault after which events wait for a new leader; else other faults beside those of the servers, too.
  'nats-cluster': plans(
    natsCluster,
    { faults: [killNatsLeader] },
    {
      ...busy,
      faults: [
        ...natsClusterFaults,
        part.killWebhooks,
        part.pauseServiceLong('webhooks'),
        part.killService('directory'),
        part.killGateway,
      ],
    },
  ),
  'losable-disks': plans(losableDisks, { faults: losses }, { pace: 1, faults: Array(5).fill(losses).flat() }),
  // Two processes of each service. If one dies, no request fails, and events wait only until the other takes over.
  pgbouncer: plans(
    pgbouncer,
    {
      replicas: 2,
      eventsWaitAtMostMs: TAKEOVER_MS,
      faults: [
        server.killPgBouncer,
        part.killReplica('timetracking'),
        server.restartPgBouncer,
        part.pauseReplica('scheduling'),
        server.killPostgres,
      ],
    },
    {
      ...busy,
      faults: [
        server.killPgBouncer,
        ...SERVICES.flatMap((name) => [part.killReplica(name), part.killReplica(`${name}-2`)]),
        server.restartPgBouncer,
        server.pausePgBouncer,
        server.killPgBouncer,
        ...SERVICES.map(part.pauseReplica),
        server.killPostgres,
        server.pausePostgres,
        server.killNats,
        server.pauseNats,
        part.killGateway,
      ],
    },
  ),
  // The machine runs three more servers: little traffic, so that the recovery of a primary is tried, and not overload.
  standby: plans(
    standby,
    { faults: [server.partitionPrimary] },
    {
      faults: [server.killPrimary, server.partitionPrimary, server.switchOver, server.killStandby, server.killStandbys],
    },
  ),
} satisfies Readonly<Record<string, Plans>>;
