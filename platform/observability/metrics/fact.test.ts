import { expect, it } from 'vitest';
import { Fact } from './fact.ts';

it('asks one question at a time, and remembers the answer for a while', async () => {
  let asked = 0;
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const ask = () => (answers[asked++] as PromiseWithResolvers<number>).promise;
  const fact = new Fact(ask, { patienceMs: 20, maxAgeMs: 60_000 });
  await expect(fact.read()).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await expect(fact.read()).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  expect(asked).toBe(1);
  answers[0]?.resolve(5);
  expect([await fact.read(), await fact.read(), asked]).toEqual([5, 5, 1]);
});

it('asks again after a failure', async () => {
  let asked = 0;
  const fact = new Fact(
    async () => {
      if (asked++ === 0) throw new Error('away');
      return 'there';
    },
    { patienceMs: 60_000, maxAgeMs: 60_000 },
  );
  await expect(fact.read()).rejects.toThrow('away');
  expect(await fact.read()).toBe('there');
});
