import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyedQueues } from './keyed-queues.ts';

/** Lets other work go on for a number of turns. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve();
}

it('keeps the order of each key, few works at once, and takes in little', async () => {
  const works = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), length: fc.nat(9) }), {
    maxLength: 300,
  });
  await fc.assert(
    fc.asyncProperty(works, async (list) => {
      const queues = new KeyedQueues();
      const done = new Map<string, number[]>();
      let [running, most, waiting] = [0, 0, 0];
      for (const [index, { key, length }] of list.entries()) {
        await queues.add(key, async () => {
          most = Math.max(most, ++running);
          await ticks(length);
          done.set(key, [...(done.get(key) ?? []), index]);
          running--;
          waiting--;
        });
        expect(++waiting).toBeLessThanOrEqual(4 * 32);
      }
      await queues.finish();
      expect(most).toBeLessThanOrEqual(4);
      const expected = Map.groupBy(list.keys(), (index) => list[index]?.key ?? '');
      expect(done).toEqual(expected);
    }),
  );
});

it('works of different keys run side by side', async () => {
  const queues = new KeyedQueues();
  const { promise, resolve } = Promise.withResolvers<void>();
  await queues.add('a', () => promise);
  // Ends only because it does not wait for the other.
  await queues.add('b', async () => resolve());
  await queues.finish();
});

it('begins nothing after a failure, and tells it', async () => {
  const queues = new KeyedQueues();
  const begun: string[] = [];
  await queues.add('a', async () => {
    begun.push('first');
    throw new Error('no more');
  });
  await queues.add('a', async () => void begun.push('second'));
  await expect(queues.finish()).rejects.toThrow('no more');
  await expect(queues.add('b', async () => void begun.push('third'))).rejects.toThrow('no more');
  expect(begun).toEqual(['first']);
});
