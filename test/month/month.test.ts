import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { TestSystem } from '../support/test-system.ts';
import { type Day, runMonth } from './run-month.ts';

it('four days of some schools, of which two put their clocks back at midnight, match the reference', async () => {
  const system = await TestSystem.start({ platform: 'own' });
  const seed = randomInt(2 ** 31);
  try {
    const { clock } = system;
    clock.set('2026-10-29T08:00:00.000Z');
    const own = { call: system.call.bind(system), newClient: (id: string) => system.newClient(id) };
    let last: Day | undefined;
    for await (const day of runMonth(own, { clock, seed, days: 4, operations: 1_000, schools: 4, membersEach: 3 }))
      last = day;
    expect(last?.operations).toBe(1_000);
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  } finally {
    await system.stop();
  }
});
