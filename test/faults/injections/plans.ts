import type { Infrastructure, Layout } from '../fleet/infrastructure.ts';
import { type SingleServers, singleServers } from '../fleet/layouts/single-servers.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { AttackPlan } from '../neighbour/attack-all.ts';
import { allAttacks, someAttacks } from '../neighbour/attacks/attacks.ts';
import { MANY_APPOINTMENTS } from '../neighbour/large-institution.ts';
import type { Fault } from './fault.ts';
import { killGateway, killNats, killPostgres, killService, killServiceWithoutNats, killWebhooks } from './kills.ts';
import { pauseGateway, pauseNats, pausePostgres, pauseService, pauseServiceLong } from './pauses.ts';
import { failingReceiver, hangingReceiver } from './receivers.ts';
import { silentProxy, slowDatabase, slowService } from './slow-proxies.ts';

export interface Plan<On extends Infrastructure = Infrastructure> {
  readonly layout: Layout<On>;
  /** Of the traffic, 1 being some fifty requests a second. */
  readonly pace: number;
  readonly faults: readonly Fault<On>[];
  /** Whether there are slow ways among them. */
  readonly hasProxies: boolean;
  /** How long an event may wait for its delivery, in milliseconds, not counting faults that delay all events. Not judged by default: a service with one process does not deliver while that is down. */
  readonly eventsWaitAtMostMs?: number;
  /** How many processes each service has; 1 by default. */
  readonly replicas?: 1 | 2;
  /** The folder of the source of the release that is started, where that is not the one under test; it ends with a slash. */
  readonly root?: string;
  /** The attacks of a neighbour after the last fault. */
  readonly neighbour: AttackPlan;
  /** By how much an attack may lengthen the other institution's p99, in milliseconds; infinite where that is not judged. */
  readonly p99AddedAtMostMs: number;
  /** What gateways are to be told beside what they are in production. */
  readonly gateway: Readonly<Record<string, string>>;
}

const someFaults: readonly Fault<SingleServers>[] = [
  killService('timetracking'),
  killWebhooks,
  killPostgres,
  killNats,
  killGateway,
  pauseService('scheduling'),
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
  hangingReceiver,
  failingReceiver,
];

/** One fault of each sort and little traffic, for every run of the tests, whatever else the machine does. */
export const shortPlan: Plan<SingleServers> = {
  layout: singleServers,
  pace: 0.5,
  faults: someFaults,
  hasProxies: false,
  // Appointments enough to fill a page, and calendars that take some work; so few clients that no slow machine lets the other's requests run out of time.
  neighbour: {
    attacks: someAttacks,
    lastsMs: 2_000,
    strength: 0.2,
    pauseMs: 0,
    appointments: { crowded: 25, long: 1_500 },
  },
  p99AddedAtMostMs: Number.POSITIVE_INFINITY,
  gateway: {
    // Other tests take their part of the machine: that is no overload.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // Bounds that are reached in seconds.
    MAX_WRITTEN_MB_PER_DAY: '8',
    READ_GRACE_MS: '1000',
  },
};

/** On two cores that the platform shares with its databases and both clients. */
const P99_ADDED_AT_MOST_MS = 250;

/** Everything. */
export const fullPlan: Plan<SingleServers> = {
  layout: singleServers,
  pace: 1,
  faults: allFaults,
  hasProxies: true,
  neighbour: { attacks: allAttacks, lastsMs: 12_000, strength: 1, pauseMs: 2_000, appointments: MANY_APPOINTMENTS },
  p99AddedAtMostMs: P99_ADDED_AT_MOST_MS,
  // A bound that one attack reaches.
  gateway: { MAX_WRITTEN_MB_PER_DAY: '64' },
};
