import { expect, it } from 'vitest';
import { Question } from './question.ts';

const named = { service: 'probe', question: 'test' };

it('runs once at a time, and its result is cached for a while', async () => {
  let asked = 0;
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const ask = () => (answers[asked++] as PromiseWithResolvers<number>).promise;
  const question = new Question({ ...named, ask }, { patienceMs: 20, maxAgeMs: 60_000 });
  await question.ask();
  await question.ask();
  expect([question.answer, question.failures, asked]).toEqual([undefined, 2, 1]);
  answers[0]?.resolve(5);
  await question.ask();
  await question.ask();
  expect([question.answer, question.failures, asked]).toEqual([5, 2, 1]);
});

it('runs again after a failure, which clears the cached result', async () => {
  const answers = [async () => 'first', () => Promise.reject(new Error('away')), async () => 'last'];
  const options = { patienceMs: 60_000, maxAgeMs: 0 };
  const question = new Question({ ...named, ask: () => (answers.shift() as () => Promise<string>)() }, options);
  const seen: (string | undefined)[] = [];
  for (let scrape = 0; scrape < 3; scrape++) {
    await question.ask();
    seen.push(question.answer);
  }
  expect([seen, question.failures]).toEqual([['first', undefined, 'last'], 1]);
});

it('returns the fallback without a result', async () => {
  const ask = () => Promise.reject<boolean>(new Error('away'));
  const question = new Question({ ...named, ask, otherwise: false }, { patienceMs: 60_000, maxAgeMs: 0 });
  await question.ask();
  expect(question.answer).toBe(false);
});
