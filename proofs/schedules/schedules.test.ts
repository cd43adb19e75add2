import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { explore, failureText, scenarios } from './explore.ts';
import { run } from './run.ts';
import { driven, World } from './world.ts';

/** A few seeds of each scenario; `npm run test:schedules` runs more. */
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

const SEEDS = [1, 2, 3, 4, 5, 6];

it.each(scenarios)('$name: every invariant holds under each schedule', async (scenario) => {
  const { failure } = await explore(world, scenario, SEEDS);
  expect(failure && failureText(scenario, failure)).toBeUndefined();
});

it.each(scenarios)('$name: a seed repeats its schedule', async (scenario) => {
  const [first, second] = [await run(world, scenario, 1), await run(world, scenario, 1)];
  expect(second.schedule).toEqual(first.schedule);
  expect(second.evidence?.text).toBe(first.evidence?.text);
});
