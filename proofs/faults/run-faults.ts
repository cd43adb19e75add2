import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';
import { recordBranches } from '../rare-branches/recorded-branches.ts';
import { countPending, gatherEvidence, readFeeds, readOutboxes, readWaiting, shownByFeeds } from './audit/evidence.ts';
import { watchRelays } from './audit/relays.ts';
import { type Message, readStream } from './audit/stream.ts';
import { judge, judgeWaits } from './audit/verdict.ts';
import { Fleet } from './fleet/fleet.ts';
import type { Infrastructure } from './fleet/layouts.ts';
import { OneProcess } from './fleet/one-process.ts';
import { isReady, type Platform } from './fleet/platform.ts';
import { startRivals } from './histories/rivals.ts';
import type { FaultOf } from './injections/fault.ts';
import { injectFaults } from './injections/inject-faults.ts';
import type { Plan } from './injections/plans.ts';
import { attackAll } from './neighbour/attack-all.ts';
import { type FaultReport, reportOf } from './report.ts';
import { beginWork } from './traffic/work.ts';

type Print = (line: string) => void;

/** Runs a plan on the platform in separate processes. @param print receives messages about the progress */
export function runFaults<On extends Infrastructure>(plan: Plan<On>, print: Print): Promise<FaultReport> {
  return inTestScope(async (scope) => {
    const branches = await recordBranches(scope, plan.rareBranches ?? {});
    const recording = plan.rareBranches && branches.environment;
    const fleet = await Fleet.start(scope, { ...plan, recording });
    await until('/readyz with 200', () => isReady(fleet.urls), START_MS);
    const relays = watchRelays(fleet.on);
    scope.onClear(() => relays.end());
    return play(plan, {
      ...{ scope, platform: fleet, print },
      afterFaults: async () => (await branches.end()).map((name) => `this did not happen: ${name}`),
      readMessages: () => readStream({ url: fleet.on.natsUrl(ADMIN), ca: fleet.on.natsCa }),
      atTheEnd: () => relays.end(),
    });
  });
}

/**
 * The same with the platform in one process, as production runs it: its own faults, then the attacks. Events stay in
 * the process.
 */
export function runOneProcess(plan: PlanOf<OneProcess>, print: Print): Promise<FaultReport> {
  return inTestScope(async (scope) => {
    const platform = await OneProcess.start(scope, plan.gateway);
    const none = async () => [];
    const readMessages = () => readOutboxes((service) => platform.databaseUrl(service));
    return play(plan, { scope, platform, print, afterFaults: none, readMessages, atTheEnd: none });
  });
}

type PlanOf<Injured extends Platform> = Omit<Plan, 'faults'> & { readonly faults: readonly FaultOf<Injured>[] };

interface Stage<Injured> {
  readonly scope: TestScope;
  readonly platform: Injured;
  readonly print: Print;
  /** Both return violations, in words. */
  afterFaults(): Promise<readonly string[]>;
  atTheEnd(): Promise<readonly string[]>;
  /** All events, in the order of publication. */
  readMessages(): Promise<readonly Message[]>;
}

/**
 * Sends traffic of clients, injects faults, and runs the attacks of a neighbour. In the end it compares the replies that
 * the clients got with the stored data.
 */
async function play<Injured extends Platform>(plan: PlanOf<Injured>, stage: Stage<Injured>): Promise<FaultReport> {
  const { scope, platform, print } = stage;
  const work = await beginWork(scope, platform, plan.pace);
  const rivals = await startRivals(platform);
  print('the platform runs');
  const { phases, unhealed } = await injectFaults(plan.faults, { platform, work, print });
  print(`${await rivals.end()} histories of rivals`);
  const broken = [...unhealed, ...rivals.broken, ...(await stage.afterFaults())];
  const isAttacked = plan.neighbour.attacks.length > 0 && unhealed.length === 0;
  const attackRuns = isAttacked ? await attackAll(plan.neighbour, { scope, platform, work, print }) : [];
  const givenUp = await work.end();

  const databaseUrl = platform.databaseUrl.bind(platform);
  /** Waits for a state that a healthy platform reaches; the verdict reports what is missing. */
  const settle = (what: string, ask: () => Promise<boolean>) =>
    until(what, ask, EVENTS_MS).catch((error: Error) => broken.push(error.message));
  const noneWaits = async () => (await readWaiting(databaseUrl)).size === 0;
  await settle('empty outboxes', noneWaits);
  const { traffic } = work;
  const shown = shownByFeeds(await readOutboxes(databaseUrl)).length;
  const isRecorded = async () => (await readFeeds(databaseUrl('webhooks'))).length >= shown;
  await settle('the last event in the feed', isRecorded);
  await traffic.readFeed();
  await work.copies.converge().catch((error: Error) => broken.push(error.message));
  await settle('the last delivery', async () => (await countPending(databaseUrl)) === 0);
  // Last, because outboxes and the feed are compared meanwhile, by events.
  await settle('empty outboxes', noneWaits);
  const messages = await stage.readMessages();
  const { school, receiver, journal } = work;
  const { institutionId } = school;
  const { recorded, expected, waits, ...stored } = await gatherEvidence(databaseUrl, {
    institutionId,
    since: receiver.since,
  });
  const evidence = {
    ...{ ...stored, messages, feed: { recorded, seen: traffic.seen, institutionId } },
    webhooks: { expected, log: receiver.log },
  };
  const verdict = judge(journal.writes, evidence);
  broken.push(...(await stage.atTheEnd()), ...judgeWaits(waits, phases, plan.eventsWaitAtMostMs ?? Infinity));
  const events = evidence.outbox.length;
  return reportOf({ plan, platform, work, givenUp, events, phases, attackRuns, verdict, waits, broken });
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
