import { expect, it } from 'vitest';
import { CachedQuery } from './cached-query.ts';

const named = { service: 'probe', query: 'test' };

it('is asked once at a time, and its answer remembered for a while', async () => {
  let runs = 0;
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const run = () => (answers[runs++] as PromiseWithResolvers<number>).promise;
  const query = new CachedQuery({ ...named, run }, { timeoutMs: 20, maxAgeMs: 60_000 });
  await query.refresh();
  await query.refresh();
  expect([query.answer, query.failures, runs]).toEqual([undefined, 2, 1]);
  answers[0]?.resolve(5);
  await query.refresh();
  await query.refresh();
  expect([query.answer, query.failures, runs]).toEqual([5, 2, 1]);
});

it('is asked again after a failure, which forgets the last answer', async () => {
  const answers = [async () => 'first', () => Promise.reject(new Error('away')), async () => 'last'];
  const options = { timeoutMs: 60_000, maxAgeMs: 0 };
  const query = new CachedQuery({ ...named, run: () => (answers.shift() as () => Promise<string>)() }, options);
  const seen: (string | undefined)[] = [];
  for (let scrape = 0; scrape < 3; scrape++) {
    await query.refresh();
    seen.push(query.answer);
  }
  expect([seen, query.failures]).toEqual([['first', undefined, 'last'], 1]);
});

it('says without an answer what is so otherwise', async () => {
  const run = () => Promise.reject<boolean>(new Error('away'));
  const query = new CachedQuery({ ...named, run, otherwise: false }, { timeoutMs: 60_000, maxAgeMs: 0 });
  await query.refresh();
  expect(query.answer).toBe(false);
});
