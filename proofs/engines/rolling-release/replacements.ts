import { Scrape } from '../../../test/support/scrape.ts';
import { until } from '../../../test/support/until.ts';
import { TAKEOVER_MS } from '../../faults/audit/event-waits.ts';
import type { Fleet } from '../../faults/fleet/fleet.ts';
import { isReady } from '../../faults/fleet/is-ready.ts';
import type { SingleServers } from '../../faults/fleet/layouts/single-servers.ts';
import { migrateAll } from '../../faults/fleet/migrate-all.ts';
import { GATEWAYS, type Gateway, type Part, type Replica, SERVICES, type Service } from '../../faults/fleet/parts.ts';
import type { Fault } from '../../faults/injections/fault.ts';
import { type Plan, shortPlan } from '../../faults/injections/plans.ts';

/**
 * The rollout of the release under test and its rollback, from and to the release whose source is in the folder `root`.
 * @param order in which services are replaced. Kubernetes replaces all at once, whichever is ready first
 */
export function releaseFrom(root: string, order: readonly Service[]): Plan<SingleServers> {
  return {
    ...shortPlan,
    root,
    faults: [
      migrations,
      replaceServices('release of the services', order, undefined),
      replaceGateways('release of the gateways', undefined),
      replaceGateways('rollback of the gateways', root),
      replaceServices('rollback of the services', order.toReversed(), root),
    ],
    neighbour: { ...shortPlan.neighbour, attacks: [] },
    // No request may fail, and on a busy machine some take longer than the short time that faults are played with.
    gateway: { ...shortPlan.gateway, REQUEST_TIMEOUT_MS: '60000' },
    eventsWaitAtMostMs: TAKEOVER_MS,
  };
}

/** A release by the folder of its source; undefined for the one under test. */
type Root = string | undefined;

/** Migrates the databases while processes of the previous release use them. */
const migrations: Fault = {
  name: 'migrations',
  touches: [],
  async run(fleet, watch) {
    await migrateAll(fleet.on);
    await watch.successes(EACH, SERVICES);
  },
};

/**
 * Replaces the process of each service, half of the services at a time, in the given order: old and new code call each
 * other both ways.
 */
function replaceServices(name: string, services: readonly Service[], root: Root): Fault {
  const halves = [services.slice(0, services.length / 2), services.slice(services.length / 2)];
  return {
    name,
    touches: [],
    async run(fleet, watch) {
      for (const half of halves) {
        const replaced = half.map((service): [old: Replica, next: Replica] =>
          fleet.isRunning(service) ? [service, `${service}-2`] : [`${service}-2`, service],
        );
        await Promise.all(replaced.map(([, next]) => fleet.launch(next, root)));
        await connected(fleet, half);
        await watch.successes(EACH, half);
        await Promise.all(replaced.map(([old]) => leave(fleet, old)));
        await watch.successes(EACH, half);
      }
    },
  };
}

/**
 * Replaces the gateways: the load balancer has added the new one, and removed the old one, before the old one is
 * stopped.
 */
function replaceGateways(name: string, root: Root): Fault {
  return {
    name,
    touches: [],
    async run(fleet, watch) {
      for (const [index, first] of GATEWAYS.entries()) {
        const second: Gateway = `gateway-${index + 1 + GATEWAYS.length}`;
        const [old, next] = fleet.isRunning(first) ? [first, second] : [second, first];
        await fleet.launch(next, root);
        await until('a gateway that is ready', () => isReady([fleet.urlOf(next)]));
        fleet.urls[index] = fleet.urlOf(next);
        await watch.answered();
        await leave(fleet, old);
        await watch.successes(EACH, SERVICES);
      }
    },
  };
}

/** Stops a process as Kubernetes does. */
async function leave(fleet: Fleet, part: Part): Promise<void> {
  fleet.signal(part, 'SIGTERM');
  const { code, signal } = await fleet.program(part).exited;
  if (code !== 0) throw new Error(`${part} ended with ${code ?? signal}`);
}

/** Waits until every caller has connections to both processes of each service: the purpose of `minReadySeconds`. */
async function connected(fleet: Fleet, services: readonly Service[]): Promise<void> {
  await until(`connections to ${services.join(', ')}`, async () => {
    const scrapes = await Promise.all(fleet.metricsUrls.map((url) => Scrape.of(url)));
    const addresses = scrapes.flatMap(({ samples }) => samples.filter(({ name }) => name === ADDRESSES));
    return addresses.every(
      ({ labels, value }) => labels.state === 'live' || value === 0 || !services.some((name) => name === labels.target),
    );
  });
}

const ADDRESSES = 'lyceum_rpc_client_addresses';
/** Number of requests that must succeed between two steps. */
const EACH = 10;
