import { ADMIN } from '../../services/chassis/nats/nats-user.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';
import { EventEar } from './audit/event-ear.ts';
import { countWaiting, gatherEvidence } from './audit/evidence.ts';
import { settleKeys } from './audit/settle-keys.ts';
import { readStream } from './audit/stream.ts';
import { judge } from './audit/verdict.ts';
import { Fleet } from './fleet/fleet.ts';
import { openSchool } from './fleet/school.ts';
import { type Phase, type Row, rowOf } from './report.ts';
import type { Plan } from './strikes/plans.ts';
import type { Strike } from './strikes/strike.ts';
import { Watch } from './strikes/watch.ts';
import { Integrator } from './traffic/integrator.ts';
import { Journal } from './traffic/journal.ts';
import { Traffic } from './traffic/traffic.ts';

export interface FaultReport {
  readonly rows: readonly Row[];
  /** Every broken promise, in words; empty when all were kept. */
  readonly broken: readonly string[];
  /** What the run consisted of, in one sentence. */
  readonly summary: string;
  /** What processes have logged as errors. */
  readonly errorLines: readonly string[];
}

/**
 * Starts the platform, has clients use it, strikes it again and again, and compares in the end what the clients were told with what is there.
 * @param say hears how far it is
 */
export async function runFaults(plan: Plan, say: (line: string) => void): Promise<FaultReport> {
  const bench = new Workbench();
  try {
    return await run(plan, bench, say);
  } finally {
    await bench.clear();
  }
}

async function run(plan: Plan, bench: Workbench, say: (line: string) => void): Promise<FaultReport> {
  const fleet = await Fleet.start(bench, plan.hasWays);
  await until('/readyz with 200', () => fleet.isReady(), START_MS);
  const ear = await EventEar.open(fleet.nats.urlOf('faults'));
  bench.onClear(() => ear.close());
  const school = await openSchool(fleet);
  say('the platform runs');

  const journal = new Journal();
  const integrator = new Integrator(fleet.urls, journal);
  const traffic = new Traffic(integrator, school, plan.pace);
  const watch = new Watch(journal, () => fleet.isReady());
  traffic.begin();
  const { phases, unhealed } = await strikeAll(plan.strikes, { fleet, traffic, watch, say });
  await traffic.end();
  const { givenUp } = await settleKeys(journal, integrator);

  const databaseUrl = fleet.databaseUrl.bind(fleet);
  await until('empty outboxes', async () => (await countWaiting(databaseUrl)) === 0, EVENTS_MS);
  const told = new Set((await readStream(fleet.nats.urlOf(ADMIN))).map(({ id }) => id)).size;
  await until('the last event', () => ear.heard >= told, EVENTS_MS);
  const evidence = await gatherEvidence({ databaseUrl, natsUrl: fleet.nats.urlOf(ADMIN), deliveries: ear.deliveries });
  const verdict = judge(journal.writes, evidence);
  const rows = phases.map((phase) => rowOf(phase, journal.attempts, verdict));
  const { lost, doubled } = verdict;
  return {
    rows,
    broken: [
      ...unhealed,
      ...journal.wrongs,
      ...verdict.broken,
      ...(lost.length > 0 ? [`${lost.length} acknowledged writes are lost`] : []),
      ...(doubled.length > 0 ? [`${doubled.length} writes are doubled`] : []),
      ...rows.flatMap(({ fault, failedElsewhere }) =>
        failedElsewhere.map((failure) => `${fault}: it does not need what was struck, and failed: ${failure}`),
      ),
    ],
    summary: `${journal.attempts.length} requests, ${journal.writes.length} writes (${givenUp} given up and asked for again), ${evidence.outbox.length} events, ${evidence.deliveries.length} deliveries.`,
    errorLines: fleet.errorLines,
  };
}

interface Struck {
  readonly phases: readonly Phase[];
  /** Of what the platform did not recover: nothing is struck after that. */
  readonly unhealed: readonly string[];
}

/** Strikes the platform with one fault after the other, each when it is well again. */
async function strikeAll(
  strikes: readonly Strike[],
  { fleet, traffic, watch, say }: { fleet: Fleet; traffic: Traffic; watch: Watch; say: (line: string) => void },
): Promise<Struck> {
  const phases: Phase[] = [];
  const strikeOnce = async (strike: Strike) => {
    await traffic.introduceAll();
    const began = performance.now();
    let healed = Number.POSITIVE_INFINITY;
    try {
      await strike.run(fleet, watch);
      healed = performance.now();
      await watch.green();
    } finally {
      phases.push({ strike, began, healed, ended: performance.now() });
    }
  };
  let name = 'the start';
  try {
    await watch.green();
    for (const strike of strikes) {
      name = strike.name;
      await strikeOnce(strike);
      say(`${name}: over`);
    }
    return { phases, unhealed: [] };
  } catch (error) {
    return { phases, unhealed: [`${name}: ${(error as Error).message}`] };
  }
}

const START_MS = 180_000;
const EVENTS_MS = 60_000;
