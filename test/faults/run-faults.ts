import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';
import { EventEar } from './audit/event-ear.ts';
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
import { attackAll } from './neighbour/attack-all.ts';
import type { Plan } from './strikes/plans.ts';
import { strikeAll } from './strikes/strike-all.ts';
import { Work } from './traffic/work.ts';

type Say = (line: string) => void;

/**
 * Starts the platform, has clients use it, strikes it again and again, has a neighbour attack it, and compares in the end what the clients were
 * told with what is there.
 * @param say hears how far it is
 */
export function runFaults<On extends Infrastructure>(plan: Plan<On>, say: Say): Promise<FaultReport> {
  return onWorkbench(async (bench) => {
    const fleet = await Fleet.start(bench, plan);
    await until('/readyz with 200', () => isReady(fleet.urls), START_MS);
    const placeOf = (user: string) => ({ url: fleet.on.natsUrl(user), ca: fleet.on.natsCa });
    const ear = await EventEar.open(placeOf('faults'));
    bench.onClear(() => ear.close());
    const relays = new RelayWatch(fleet.on);
    bench.onClear(() => relays.end());
    const work = await Work.begin(bench, fleet, plan.pace);
    say('the platform runs');
    const { phases, unhealed } = await strikeAll(plan.strikes, { fleet, work, say });
    const isAttacked = plan.neighbour.attacks.length > 0 && unhealed.length === 0;
    const spells = isAttacked ? await attackAll(plan.neighbour, { bench, platform: fleet, work, say }) : [];
    const givenUp = await work.end();

    const databaseUrl = fleet.databaseUrl.bind(fleet);
    const late: string[] = [];
    await settle('empty outboxes', async () => (await countWaiting(databaseUrl)) === 0, late);
    const messages = await readStream(placeOf(ADMIN));
    const told = new Set(messages.map(({ id }) => id)).size;
    await settle('the last event', () => ear.heard >= told, late);
    const { institutionId } = work.school;
    const feed = await readFeed(databaseUrl, work, late);
    const webhooks = await readWebhooks(databaseUrl('webhooks'), work, late);
    const evidence = await gatherEvidence({
      institutionId,
      databaseUrl,
      messages,
      deliveries: ear.deliveries,
      feed,
      webhooks,
    });
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
      unhealed: [...unhealed, ...late],
      spells,
      evidence,
      verdict,
      waits,
      relays: delays,
    });
  });
}

/** Has a neighbour attack the platform as `npm start` runs it, in one process: nothing is struck, and its events do not leave it. */
export function runOneProcess(plan: Plan, say: Say): Promise<FaultReport> {
  return onWorkbench(async (bench) => {
    const platform = await OneProcess.start(bench, plan.gateway);
    const work = await Work.begin(bench, platform, plan.pace);
    say('the platform runs, in one process');
    const spells = await attackAll(plan.neighbour, { bench, platform, work, say });
    const givenUp = await work.end();

    const databaseUrl = platform.databaseUrl.bind(platform);
    const late: string[] = [];
    await settle('empty outboxes', async () => (await countWaiting(databaseUrl)) === 0, late);
    const messages = await readOutboxes(databaseUrl);
    const { institutionId } = work.school;
    const feed = await readFeed(databaseUrl, work, late);
    const webhooks = await readWebhooks(databaseUrl('webhooks'), work, late);
    const evidence = await gatherEvidence({
      institutionId,
      databaseUrl,
      messages,
      deliveries: messages,
      feed,
      webhooks,
    });
    const verdict = judge(work.journal.writes, evidence);
    const waits = await readWaits(databaseUrl);
    return reportOf({
      plan,
      platform,
      work,
      givenUp,
      phases: [],
      unhealed: late,
      spells,
      evidence,
      verdict,
      waits,
      relays: [],
    });
  });
}

/** Waits until webhooks has recorded all events, and has the reader read to the end. */
async function readFeed(
  databaseUrl: (service: Service) => string,
  { traffic: { feed } }: Work,
  late: string[],
): Promise<Omit<FeedEvidence, 'institutionId'>> {
  const expected = shownByFeeds(await readOutboxes(databaseUrl)).length;
  const recorded = () => readFeeds(databaseUrl('webhooks'));
  await settle('the last event in the feed', async () => (await recorded()).length >= expected, late);
  await feed.next();
  return { recorded: await recorded(), seen: feed.seen };
}

/** Waits until nothing is to be delivered any more. */
async function readWebhooks(databaseUrl: string, { school, receiver }: Work, late: string[]): Promise<WebhookEvidence> {
  await settle('the last delivery', async () => (await countPending(databaseUrl)) === 0, late);
  return gatherWebhooks(databaseUrl, school.institutionId, receiver);
}

/** Waits for what comes when all is well. That it did not come is added to `late`, and the verdict says what is missing. */
async function settle(what: string, ask: () => boolean | Promise<boolean>, late: string[]): Promise<void> {
  await until(what, ask, EVENTS_MS).catch((error: Error) => late.push(error.message));
}

async function onWorkbench(run: (bench: Workbench) => Promise<FaultReport>): Promise<FaultReport> {
  const bench = new Workbench();
  try {
    return await run(bench);
  } finally {
    await bench.clear();
  }
}

const START_MS = 180_000;
const EVENTS_MS = 60_000;
