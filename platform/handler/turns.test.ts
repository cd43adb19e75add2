import { setImmediate as tick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('does the work of one holder one after the other, that of others meanwhile, and goes on after a failure', async () => {
  const turns = new Turns();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await tick();
    events.push(`${name} ends`);
    if (name === 'a1') throw new Error(name);
    return name;
  };
  const outcomes = await Promise.allSettled([
    turns.run('a', work('a1')),
    turns.run('a', work('a2')),
    turns.run('b', work('b1')),
    turns.run('a', work('a3')),
  ]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message))).toEqual([
    'a1',
    'a2',
    'b1',
    'a3',
  ]);
  const ofA = events.filter((event) => event.startsWith('a'));
  expect(ofA).toEqual(['a1', 'a2', 'a3'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(events.indexOf('b1 begins')).toBeLessThan(events.indexOf('a1 ends'));
});
