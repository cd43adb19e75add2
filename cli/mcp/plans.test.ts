import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemIds } from '../../platform/core/ids.ts';
import { ClientBench } from '../../test/support/client-bench.ts';
import { Plans, type Shown } from './plans.ts';

let bench: ClientBench;
let plans: Plans;
let now: number;

beforeAll(async () => {
  bench = await ClientBench.start();
});
beforeEach(() => {
  bench.reset();
  now = 1_000;
  const lyceum = bench.client({ retry: { repeats: 0 } });
  plans = new Plans({ lyceum, newId: () => systemIds.newId(), now: () => now });
});
afterAll(() => bench?.stop());

const planned = (body: object): Promise<Shown> =>
  plans.plan({ method: 'POST', path: '/users', body: body as Record<string, unknown> });
const usersWith = async (email: string) => (await bench.school.client.get('/users', { query: { email } })).body.data;

it('is valid for ten minutes, then refused and shown anew', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  now += 600_001;
  const refused = await plans.confirm(planId);
  expect(refused).toMatchObject({
    refused: 'The plan is older than ten minutes.',
    shownAnew: { validForSeconds: 600 },
  });
  expect(await usersWith(user.email)).toEqual([]);
  const anew = 'shownAnew' in refused ? (refused.shownAnew?.planId ?? '') : '';
  now += 600_000;
  expect(await plans.confirm(anew)).toMatchObject({ done: { status: 201 } });
});

it('that is done answers the same after its ten minutes', async () => {
  const { planId = '' } = await planned(bench.newUser());
  const done = await plans.confirm(planId);
  now += 3_600_000;
  expect(await plans.confirm(planId)).toEqual(done);
});

it('whose answer was lost is done once, and confirming it again tells so', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  // The second dry run is answered, the write is not.
  bench.proxy.fates.push('pass', 'answer-lost');
  await expect(plans.confirm(planId)).rejects.toThrow('no answer');
  expect(await usersWith(user.email)).toHaveLength(1);
  expect(await plans.confirm(planId)).toMatchObject({ done: { status: 201, data: { email: user.email } } });
  expect(await usersWith(user.email)).toHaveLength(1);
});

it('shown anew after a refusal is a plan of its own; the refused one stays refused', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  await bench.school.client.post('/users', user);
  const refused = await plans.confirm(planId);
  expect(refused).toMatchObject({
    refused: 'What the plan showed does not hold any more.',
    shownAnew: { wouldAnswer: { status: 409 } },
  });
  expect(await plans.confirm(planId)).toEqual(refused);
});
