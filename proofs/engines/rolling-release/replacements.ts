import { readFileSync } from 'node:fs';
import { Scrape } from '../../../test/support/scrape.ts';
import { until } from '../../../test/support/until.ts';
import { TAKEOVER_MS } from '../../faults/audit/verdict.ts';
import type { Fleet } from '../../faults/fleet/fleet.ts';
import type { On, singleServers } from '../../faults/fleet/layouts.ts';
import { migrateAll } from '../../faults/fleet/migrate-all.ts';
import { GATEWAYS, type Gateway, type Part, type Replica, SERVICES, type Service } from '../../faults/fleet/parts.ts';
import { isReady } from '../../faults/fleet/platform.ts';
import type { Fault } from '../../faults/injections/fault.ts';
import { type Plan, shortPlan } from '../../faults/injections/plans.ts';
import type { Watch } from '../../faults/injections/watch.ts';

/**
 * The rollout of the release under test and its rollback, from and to the release whose source is in the folder `root`.
 * Whoever rolls out a release has the environment of the one before: processes get no variable that this does not know.
 * @param order in which services are replaced. Kubernetes replaces all at once, whichever is ready first
 */
export function releaseFrom(root: string, order: readonly Service[]): Plan<On<typeof singleServers>> {
  return {
    ...shortPlan,
    // Each process starts twice: that is what takes the time, not the requests.
    pace: 0.25,
    root,
    variables: variablesOf(root),
    faults: [
      replacement('migrations', [migrate]),
      // Half of the services at a time: old and new code call each other both ways.
      replacement('release', [
        replaceServices(order.slice(0, order.length / 2), undefined),
        replaceServices(order.slice(order.length / 2), undefined),
        replaceGateways(undefined),
      ]),
      // All at once: old and new code have met, but the old code has not seen the new schema at its start.
      replacement('rollback', [replaceGateways(root), replaceServices(order, root)]),
    ],
    neighbour: { ...shortPlan.neighbour, attacks: [] },
    // No request may fail, and on a busy machine some take longer than the short time that faults are played with.
    gateway: { ...shortPlan.gateway, REQUEST_TIMEOUT_MS: '60000' },
    eventsWaitAtMostMs: TAKEOVER_MS,
  };
}

/** The variables that the processes of a release know. */
function variablesOf(root: string): ReadonlySet<string> {
  const page = readFileSync(`${root}docs/configuration.md`, 'utf8');
  const names = [...page.matchAll(/^\| `([A-Z_0-9]+)`/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error('docs/configuration.md names no variable: has its form changed?');
  return new Set(names);
}

/** A release by the folder of its source; undefined for the one under test. */
type Root = string | undefined;

type Step = (fleet: Fleet, watch: Watch) => Promise<void>;

/** Migrates the databases while processes of the previous release use them. */
const migrate: Step = async (fleet, watch) => {
  await migrateAll(fleet.on);
  await watch.successes(EACH, SERVICES);
};

/** Steps of one fault: nobody notices one, so clients need not be asked between them whether all is well. */
function replacement(name: string, steps: readonly Step[]): Fault {
  return {
    name,
    touches: [],
    async run(fleet, watch) {
      for (const step of steps) await step(fleet, watch);
    },
  };
}

/** Replaces the process of each of the services, when the next one is ready and connected. */
function replaceServices(services: readonly Service[], root: Root): Step {
  return async (fleet, watch) => {
    const replaced = services.map((service): [old: Replica, next: Replica] =>
      fleet.isRunning(service) ? [service, `${service}-2`] : [`${service}-2`, service],
    );
    await Promise.all(replaced.map(([, next]) => fleet.launch(next, root)));
    await connected(fleet, services);
    await watch.successes(EACH, services);
    await Promise.all(replaced.map(([old]) => leave(fleet, old)));
    await watch.successes(EACH, services);
  };
}

/**
 * Replaces the gateways: the load balancer has added the new one, and removed the old one, before the old one is
 * stopped.
 */
function replaceGateways(root: Root): Step {
  return async (fleet, watch) => {
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
  };
}

/** Stops a process as Kubernetes does; that would kill one that does not end. */
async function leave(fleet: Fleet, part: Part): Promise<void> {
  const program = fleet.program(part);
  fleet.signal(part, 'SIGTERM');
  await until(`the end of ${part}`, () => !program.isRunning, ENDED_MS).catch((error: Error) => {
    throw new Error(`${error.message}: ${program.stdout.slice(-2_000)}`);
  });
  const { code, signal } = await program.exited;
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
/** The longest `terminationGracePeriodSeconds` of deploy/base. */
const ENDED_MS = 45_000;
/** Number of requests that must succeed between two steps. */
const EACH = 10;
