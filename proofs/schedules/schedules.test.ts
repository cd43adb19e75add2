import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { invariants } from './invariants.ts';
import { type Run, run } from './run.ts';
import { administrators } from './scenarios/administrators.ts';
import { appointments } from './scenarios/appointments.ts';
import { timeTracking } from './scenarios/time-tracking.ts';
import { users } from './scenarios/users.ts';
import { driven, World } from './world.ts';

/** A few seeds of each scenario; `npm run test:schedules` runs more. */
const { SEEDS = '6', SEED = '1' } = process.env;
const seeds = Array.from({ length: Number(SEEDS) }, (_, index) => Number(SEED) + index);
const scenarios = [...timeTracking, ...users, ...appointments, ...administrators];

let databases: TestDatabases;
let world: World;
beforeAll(async () => {
  const names = driven.map(({ name }) => name);
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names);
  world = new World((service) => databases.url(service));
});
afterAll(async () => {
  await world.close();
  await databases.drop();
});

it.each(scenarios)('$name: every invariant holds under each schedule', async (scenario) => {
  for (const seed of seeds) {
    const done = await run(world, scenario, seed);
    const breach = breachOf(done);
    if (breach !== undefined)
      expect.fail([`${scenario.name}, seed ${seed}: not ${breach}`, ...stepsOf(done)].join('\n'));
  }
});

it.each(scenarios)('$name: a seed repeats its schedule', async (scenario) => {
  const [first, second] = [await run(world, scenario, 1), await run(world, scenario, 1)];
  expect(second.schedule).toEqual(first.schedule);
  expect(second.evidence?.text).toBe(first.evidence?.text);
});

/** The invariant that a run has broken, and how. */
function breachOf({ evidence, schedule }: Run): string | undefined {
  if (!evidence) return `“every command ends”: it did not within ${schedule.length} steps`;
  for (const [name, breach] of Object.entries(invariants)) {
    const found = breach(evidence);
    if (found !== undefined) return `“${name}”: ${found}`;
  }
  return undefined;
}

function stepsOf({ plan, schedule }: Run): string[] {
  return [`  ${plan}`, ...schedule.map((label, index) => `${String(index + 1).padStart(4)}  ${label}`)];
}
