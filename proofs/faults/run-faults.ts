import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';
import { recordBranches } from '../rare-branches/recorded-branches.ts';
import { judgeWaits, readWaits } from './audit/event-waits.ts';
import {
  countWaiting,
  type FeedEvidence,
  gatherEvidence,
  readOutboxes,
  type WebhookEvidence,
} from './audit/evidence.ts';
import { readFeeds, shownByFeeds } from './audit/feed.ts';
import { RelayWatch } from './audit/relays.ts';
import { readStream } from './audit/stream.ts';
import { judge } from './audit/verdict.ts';
import { countPending, gatherWebhooks } from './audit/webhooks.ts';
import { type FaultReport, reportOf } from './fault-report.ts';
import { Fleet } from './fleet/fleet.ts';
import type { Infrastructure } from './fleet/infrastructure.ts';
import { isReady } from './fleet/is-ready.ts';
import { OneProcess } from './fleet/one-process.ts';
import type { Service } from './fleet/parts.ts';
import { Rivals } from './histories/rivals.ts';
import type { FaultOf } from './injections/fault.ts';
import { injectFaults } from './injections/inject-faults.ts';
import type { Plan } from './injections/plans.ts';
import { attackAll } from './neighbour/attack-all.ts';
import { Work } from './traffic/work.ts';

type Print = (line: string) => void;

/**
 * Starts the platform, sends traffic of clients, injects faults, and runs the attacks of a neighbour. In the end it
 * compares the replies that the clients got with the stored data.
 * @param print receives messages about the progress
 */
export function runFaults<On extends Infrastructure>(plan: Plan<On>, print: Print): Promise<FaultReport> {
  return inTestScope(async (scope) => {
    const branches = await recordBranches(scope, plan.rareBranches ?? {});
    const recording = plan.rareBranches && branches.environment;
    const fleet = await Fleet.start(scope, { ...plan, recording });
    await until('/readyz with 200', () => isReady(fleet.urls), START_MS);
    const relays = new RelayWatch(fleet.on);
    scope.onClear(() => relays.end());
    const work = await Work.begin(scope, fleet, plan.pace);
    const rivals = await Rivals.begin(fleet);
    print('the platform runs');
    const { phases, unhealed } = await injectFaults(plan.faults, { platform: fleet, work, print });
    const histories = await rivals.end();
    print(`${histories} histories of rivals`);
    const notEntered = (await branches.end()).map((name) => `this did not happen: ${name}`);
    const isAttacked = plan.neighbour.attacks.length > 0 && unhealed.length === 0;
    const attackRuns = isAttacked ? await attackAll(plan.neighbour, { scope, platform: fleet, work, print }) : [];
    const givenUp = await work.end();

    const databaseUrl = fleet.databaseUrl.bind(fleet);
    const late: string[] = [];
    await settle('empty outboxes', async () => (await countWaiting(databaseUrl)) === 0, late);
    const { institutionId } = work.school;
    const feed = await readFeed(databaseUrl, work, late);
    const webhooks = await readWebhooks(databaseUrl('webhooks'), work, late);
    // Last, because outboxes and the feed are compared meanwhile, by events.
    await settle('empty outboxes', async () => (await countWaiting(databaseUrl)) === 0, late);
    const messages = await readStream({ url: fleet.on.natsUrl(ADMIN), ca: fleet.on.natsCa });
    const evidence = await gatherEvidence({ institutionId, databaseUrl, messages, feed, webhooks });
    const verdict = judge(work.journal.writes, evidence);
    const { eventsWaitAtMostMs: atMostMs = Number.POSITIVE_INFINITY } = plan;
    const waits = await readWaits(databaseUrl);
    const delays = [...(await relays.end()), ...judgeWaits(waits, phases, atMostMs)];
    return reportOf({
      plan,
      platform: fleet,
      work,
      givenUp,
      phases,
      unhealed: [...unhealed, ...rivals.broken, ...late, ...notEntered],
      attackRuns,
      evidence,
      verdict,
      waits,
      relays: delays,
    });
  });
}

/**
 * The same with the platform in one process, as production runs it: its own faults, then the attacks. Events stay in
 * the process.
 */
export function runOneProcess(
  plan: Omit<Plan, 'faults'> & { readonly faults: readonly FaultOf<OneProcess>[] },
  print: Print,
): Promise<FaultReport> {
  return inTestScope(async (scope) => {
    const platform = await OneProcess.start(scope, plan.gateway);
    const work = await Work.begin(scope, platform, plan.pace);
    const rivals = await Rivals.begin(platform);
    print('the platform runs, in one process');
    const { phases, unhealed } = await injectFaults(plan.faults, { platform, work, print });
    print(`${await rivals.end()} histories of rivals`);
    const isAttacked = plan.neighbour.attacks.length > 0 && unhealed.length === 0;
    const attackRuns = isAttacked ? await attackAll(plan.neighbour, { scope, platform, work, print }) : [];
    const givenUp = await work.end();

    const databaseUrl = platform.databaseUrl.bind(platform);
    const late: string[] = [];
    await settle('empty outboxes', async () => (await countWaiting(databaseUrl)) === 0, late);
    const messages = await readOutboxes(databaseUrl);
    const { institutionId } = work.school;
    const feed = await readFeed(databaseUrl, work, late);
    const webhooks = await readWebhooks(databaseUrl('webhooks'), work, late);
    const evidence = await gatherEvidence({ institutionId, databaseUrl, messages, feed, webhooks });
    const verdict = judge(work.journal.writes, evidence);
    const waits = await readWaits(databaseUrl);
    return reportOf({
      plan,
      platform,
      work,
      givenUp,
      phases,
      unhealed: [...unhealed, ...rivals.broken, ...late],
      attackRuns,
      evidence,
      verdict,
      waits,
      relays: [],
    });
  });
}

/** Waits until webhooks has recorded all events, then lets the readers read to the end. */
async function readFeed(
  databaseUrl: (service: Service) => string,
  { traffic: { feed, copies } }: Work,
  late: string[],
): Promise<Omit<FeedEvidence, 'institutionId'>> {
  const expected = shownByFeeds(await readOutboxes(databaseUrl)).length;
  const recorded = () => readFeeds(databaseUrl('webhooks'));
  await settle('the last event in the feed', async () => (await recorded()).length >= expected, late);
  await feed.next();
  await copies.converge().catch((error: Error) => late.push(error.message));
  return { recorded: await recorded(), seen: feed.seen };
}

/** Waits until no delivery is pending. */
async function readWebhooks(databaseUrl: string, { school, receiver }: Work, late: string[]): Promise<WebhookEvidence> {
  await settle('the last delivery', async () => (await countPending(databaseUrl)) === 0, late);
  return gatherWebhooks(databaseUrl, school.institutionId, receiver);
}

/**
 * Waits for a state that a healthy platform reaches. A timeout is added to `late`, and the verdict reports what is
 * missing.
 */
async function settle(what: string, ask: () => boolean | Promise<boolean>, late: string[]): Promise<void> {
  await until(what, ask, EVENTS_MS).catch((error: Error) => late.push(error.message));
}

async function inTestScope(run: (scope: TestScope) => Promise<FaultReport>): Promise<FaultReport> {
  const scope = new TestScope();
  try {
    return await run(scope);
  } finally {
    await scope.clear();
  }
}

const START_MS = 180_000;
const EVENTS_MS = 60_000;
