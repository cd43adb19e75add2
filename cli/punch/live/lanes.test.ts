import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** Yields to other work a number of times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

it('keeps the order of each key, limits parallel work, and bounds the queues', async () => {
  const works = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), length: fc.nat(9) }), {
    maxLength: 300,
  });
  await fc.assert(
    fc.asyncProperty(works, async (list) => {
      const lanes = new Lanes();
      const done = new Map<string, number[]>();
      let [running, most, waiting] = [0, 0, 0];
      for (const [index, { key, length }] of list.entries()) {
        await lanes.add(key, async () => {
          most = Math.max(most, ++running);
          await turns(length);
          done.set(key, [...(done.get(key) ?? []), index]);
          running--;
          waiting--;
        });
        expect(++waiting).toBeLessThanOrEqual(4 * 32);
      }
      await lanes.finish();
      expect(most).toBeLessThanOrEqual(4);
      const expected = Map.groupBy(list.keys(), (index) => list[index]?.key ?? '');
      expect(done).toEqual(expected);
    }),
  );
});

it('work of different keys runs in parallel', async () => {
  const lanes = new Lanes();
  const { promise, resolve } = Promise.withResolvers<void>();
  await lanes.add('a', () => promise);
  // Ends only because it does not wait for the other.
  await lanes.add('b', async () => resolve());
  await lanes.finish();
});

it('starts nothing after a failure, and throws it', async () => {
  const lanes = new Lanes();
  const begun: string[] = [];
  await lanes.add('a', async () => {
    begun.push('first');
    throw new Error('no more');
  });
  await lanes.add('a', async () => void begun.push('second'));
  await expect(lanes.finish()).rejects.toThrow('no more');
  await expect(lanes.add('b', async () => void begun.push('third'))).rejects.toThrow('no more');
  expect(begun).toEqual(['first']);
});
