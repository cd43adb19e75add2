import { Draws } from '../../test/support/draws.ts';
import type { Gate } from './gate.ts';
import { answerOf, codeOf, outcomeText, planText, type StoredRecord, storedRecords, unexplained } from './outcome.ts';
import { drain, forgetEvents, type Publication, startRelays } from './relay-run.ts';
import type { Command, Plan, Scenario } from './scenario.ts';
import { REPLICAS, type World } from './world.ts';

/** A command, and what it has got. Times are steps of the schedule. */
export interface Sent {
  readonly command: Command;
  began: number;
  /** All answers in order, each with when it was asked for; the client has accepted the last one. */
  readonly answers: { readonly answer: unknown; readonly from: number; readonly at: number }[];
}

/** What is known after a run. */
export interface Evidence {
  readonly plan: Plan;
  readonly sent: readonly Sent[];
  /** Connections that ended, and answers that were lost. */
  readonly crashes: number;
  readonly records: readonly StoredRecord[];
  /** Answers and records. */
  readonly text: string;
  /** What else the answers and records could be, if no serial order explains them. */
  readonly unexplained: readonly string[] | null;
  readonly published: readonly Publication[];
  readonly outbox: readonly { readonly id: string; readonly aggregate: string }[];
}

export interface Run {
  readonly plan: string;
  readonly schedule: readonly string[];
  /** Undefined if it did not end. */
  readonly evidence: Evidence | undefined;
}

/**
 * Runs a scenario under the schedule of a seed. A run that does not end leaves a world in which nothing else can run.
 */
export async function run(world: World, scenario: Scenario, seed: number): Promise<Run> {
  const name = `${scenario.name} ${seed}`;
  const random = Draws.of(name);
  const plan = scenario.plan(random, seed);
  const { service, relays = 0 } = plan;
  const { gate } = world;
  world.reseed(name);
  const subject = await plan.prepare((actor) => world.freely(actor), world.ids.newId);
  if (relays > 0) await forgetEvents(world, service);

  const schedule: string[] = [];
  const published: Publication[] = [];
  const sent = plan.commands.map((command): Sent => ({ command, began: 0, answers: [] }));
  const calls = new Map<number, Promise<unknown>>();
  /** Sends to a replica as a good integrator does: again with the key if no answer came, or a temporary refusal. */
  const sendUntilAnswered = async (each: Sent, label: string, at: number) => {
    for (;;) {
      const from = schedule.length;
      const answer = await answerOf(each.command, subject, world.held(service, at));
      each.answers.push({ answer, from, at: schedule.length });
      const isForNow = PASSING.has(codeOf(answer) ?? '');
      const fate = await gate.pass(isForNow ? `${label} is sent again` : `${label} is answered`, !isForNow);
      if (!isForNow && fate === 'runs') return;
    }
  };
  const crashes = await gate.during(() => {
    const clients = sent.map(async (each, index) => {
      const at = random.below(REPLICAS);
      // Commands that one replica gets at once may share batches and transactions.
      await calls.getOrInsertComputed(at, () => gate.pass(`replica-${at + 1} is called`));
      each.began = schedule.length;
      const label = `command ${index + 1}`;
      await gate.as(label, () => sendUntilAnswered(each, label, at));
    });
    const work = [...clients, ...startRelays(world, service, relays, published)];
    return drive(gate, work, random, schedule, plan.isRepeatable ? random.below(3) : 0);
  });
  if (crashes === undefined) return { plan: planText(plan), schedule, evidence: undefined };
  const outbox = relays > 0 ? await drain(world, service, subject.actor.institutionId, published) : [];
  const records = await storedRecords(world, plan, subject);
  const accepted = sent.map(({ answers }) => answers.at(-1));
  const text = outcomeText(
    accepted.map((each) => each?.answer),
    records,
  );
  const endOf = (index: number) => accepted[index]?.at ?? 0;
  const ended = sent.map((_, index) => index).toSorted((a, b) => endOf(a) - endOf(b));
  const precedes = (one: number, other: number) => endOf(one) < (sent[other] as Sent).began;
  const others = await unexplained(world, plan, text, ended, precedes);
  const evidence = { plan, sent, crashes, records, text, unexplained: others, published, outbox };
  return { plan: planText(plan), schedule, evidence };
}

/**
 * Lets one step go after the other, and adds it to the schedule, until the work has ended. Returns the number of
 * crashes; undefined if it does not end.
 */
async function drive(
  gate: Gate,
  work: readonly Promise<unknown>[],
  random: Draws,
  schedule: string[],
  maxCrashes: number,
): Promise<number | undefined> {
  let left = work.length;
  for (const each of work) void each.finally(() => left--).catch(() => undefined);
  let crashes = 0;
  for (await gate.settle(); left > 0; await gate.settle()) {
    const { ready } = gate;
    if (ready.length === 0 || schedule.length === MAX_STEPS) return undefined;
    const step = random.oneOf(ready);
    const fails = step.mayFail && crashes < maxCrashes && random.oneIn(STEPS_PER_CRASH);
    const fate = fails ? random.oneOf(['never sent', 'answer lost'] as const) : 'runs';
    if (fails) crashes++;
    schedule.push(fails ? `${step.label} [${fate}]` : step.label);
    gate.letGo(step, fate);
  }
  await Promise.all(work);
  return crashes;
}

const PASSING: ReadonlySet<string> = new Set(['DEPENDENCY_UNAVAILABLE', 'KEY_IN_FLIGHT']);
const STEPS_PER_CRASH = 5;
/** Far more than sound runs have. */
const MAX_STEPS = 200;
