import { invariants } from './invariants.ts';
import { type Run, run } from './run.ts';
import type { Scenario } from './scenario.ts';
import { administrators } from './scenarios/administrators.ts';
import { appointments } from './scenarios/appointments.ts';
import { timeTracking } from './scenarios/time-tracking.ts';
import { users } from './scenarios/users.ts';
import type { World } from './world.ts';

export const scenarios: readonly Scenario[] = [...timeTracking, ...users, ...appointments, ...administrators];

/** A run that has broken an invariant. */
export interface Failure {
  readonly seed: number;
  readonly run: Run;
  readonly invariant: string;
  readonly breach: string;
}

export interface Explored {
  readonly seeds: number;
  /** Different schedules among the runs. */
  readonly schedules: number;
  readonly failure: Failure | undefined;
}

/** Runs a scenario under the schedules of some seeds, up to the first failure. */
export async function explore(world: World, scenario: Scenario, seeds: Iterable<number>): Promise<Explored> {
  const schedules = new Set<string>();
  let count = 0;
  for (const seed of seeds) {
    count++;
    const done = await run(world, scenario, seed);
    schedules.add([done.plan, ...done.schedule].join('\n'));
    const failure = failureOf(done, seed);
    if (failure) return { seeds: count, schedules: schedules.size, failure };
  }
  return { seeds: count, schedules: schedules.size, failure: undefined };
}

function failureOf(done: Run, seed: number): Failure | undefined {
  const { evidence } = done;
  if (!evidence)
    return {
      seed,
      run: done,
      invariant: 'every command ends',
      breach: `it did not within ${done.schedule.length} steps`,
    };
  for (const { name, breach } of invariants) {
    const found = breach(evidence);
    if (found !== undefined) return { seed, run: done, invariant: name, breach: found };
  }
  return undefined;
}

/** A failure as it is printed. */
export function failureText(scenario: Scenario, { seed, run: { plan, schedule }, invariant, breach }: Failure): string {
  const steps = schedule.map((label, index) => `${String(index + 1).padStart(4)}  ${label}`);
  return [`${scenario.name}, seed ${seed}: not “${invariant}”`, `  ${plan}`, ...steps, `  ${breach}`].join('\n');
}
