import { Draws } from '../../test/support/draws.ts';
import type { Gate } from './gate.ts';
import { answerOf, codeOf, outcomeText, type StoredRecord, storedRecords, unexplained } from './outcome.ts';
import { drain, forgetEvents, type Publication, startRelays } from './relay-run.ts';
import type { Command, Plan, Scenario, Subject } from './scenario.ts';
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
  world.reseed(name);
  const subject = await plan.prepare((actor) => world.freely(actor), world.ids);
  if (relays > 0) await forgetEvents(world, service);

  const schedule: string[] = [];
  const published: Publication[] = [];
  const sent = plan.commands.map((command): Sent => ({ command, began: 0, answers: [] }));
  const crashes = await world.gate.during(() => {
    const clients = startClients(world, { plan, subject, random, sent, schedule });
    const work = [...clients, ...startRelays(world, service, relays, published)];
    return drive(world.gate, { work, random, schedule, maxCrashes: plan.isRepeatable ? random.below(3) : 0 });
  });
  if (crashes === undefined) return { plan: plan.name, schedule, evidence: undefined };
  const outbox = relays > 0 ? await drain(world, service, subject.actor.institutionId, published) : [];
  const records = await storedRecords(world, plan, subject);
  const text = outcomeText(
    sent.map(({ answers }) => answers.at(-1)?.answer),
    records,
  );
  const ended = sent.map((_, index) => index).toSorted((a, b) => endOf(sent, a) - endOf(sent, b));
  const precedes = (one: number, other: number) => endOf(sent, one) < (sent[other] as Sent).began;
  const others = await unexplained(world, plan, { text, ended, precedes });
  const evidence = { plan, sent, crashes, records, text, unexplained: others, published, outbox };
  return { plan: plan.name, schedule, evidence };
}

/** When a command got the answer that its client accepted. */
function endOf(sent: readonly Sent[], index: number): number {
  return sent[index]?.answers.at(-1)?.at ?? 0;
}

/** Sends the commands, each to a replica that the seed chooses. */
function startClients(world: World, { plan, subject, random, sent, schedule }: Clients): Promise<void>[] {
  const calls = new Map<number, Promise<unknown>>();
  return sent.map(async (each, index) => {
    const at = random.below(REPLICAS);
    // Commands that one replica gets at once may share batches and transactions.
    await calls.getOrInsertComputed(at, () => world.gate.pass(`replica-${at + 1} is called`));
    each.began = schedule.length;
    const client = { service: plan.service, at, subject, sent: each, label: `command ${index + 1}` };
    await world.gate.as(client.label, () => sendUntilAnswered(world, client, schedule));
  });
}

interface Clients {
  readonly plan: Plan;
  readonly subject: Subject;
  readonly random: Draws;
  readonly sent: readonly Sent[];
  readonly schedule: readonly string[];
}

/**
 * Lets one step go after the other until the work has ended. Returns the number of crashes; undefined if it does not
 * end.
 */
async function drive(gate: Gate, { work, random, schedule, maxCrashes }: Driven): Promise<number | undefined> {
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

interface Driven {
  readonly work: readonly Promise<unknown>[];
  readonly random: Draws;
  /** Receives the steps. */
  readonly schedule: string[];
  readonly maxCrashes: number;
}

interface Client {
  readonly service: string;
  /** The index of the replica. */
  readonly at: number;
  readonly subject: Subject;
  readonly sent: Sent;
  readonly label: string;
}

/** Sends a command as a good integrator does: again, with its key, if there was no answer, or a temporary refusal. */
async function sendUntilAnswered(
  world: World,
  { service, at, subject, sent, label }: Client,
  schedule: readonly string[],
): Promise<void> {
  for (;;) {
    const from = schedule.length;
    const answer = await answerOf(sent.command, subject, world.held(service, at));
    sent.answers.push({ answer, from, at: schedule.length });
    const isForNow = PASSING.has(codeOf(answer) ?? '');
    const fate = await world.gate.pass(isForNow ? `${label} is sent again` : `${label} is answered`, !isForNow);
    if (!isForNow && fate === 'runs') return;
  }
}

export const PASSING: ReadonlySet<string> = new Set(['DEPENDENCY_UNAVAILABLE', 'KEY_IN_FLIGHT']);
const STEPS_PER_CRASH = 5;
/** Far more than sound runs have. */
const MAX_STEPS = 200;
