import { expect, it } from 'vitest';
import { deadlineAfter } from '../core/clock.ts';
import { endInOrder } from './end-in-order.ts';

const LONG_MS = 60_000;

it('ends all parts in order, and those of one step side by side, whatever fails', async () => {
  const ended: string[] = [];
  const slow = Promise.withResolvers<void>();
  const ending = endInOrder(
    [
      () => {
        throw new Error('at once');
      },
      () => [
        Promise.reject(new Error('early')),
        slow.promise.then(() => ended.push('slow')),
        Promise.resolve(ended.push('beside it')),
      ],
      () => ended.push('last'),
    ],
    deadlineAfter(LONG_MS),
  );
  ending.catch(() => undefined);
  await new Promise(setImmediate);
  expect(ended).toEqual(['beside it']);
  slow.resolve();
  await expect(ending).rejects.toThrow('Error: at once; Error: early');
  expect(ended).toEqual(['beside it', 'slow', 'last']);
});

it('waits for no part beyond the deadline, and still ends the later ones', async () => {
  const ended: string[] = [];
  const ending = endInOrder([() => new Promise(() => undefined), () => ended.push('later')], deadlineAfter(-1));
  await expect(ending).rejects.toThrow('a part did not end in time');
  expect(ended).toEqual(['later']);
});
