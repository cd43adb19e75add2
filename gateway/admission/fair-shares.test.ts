import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairShares } from './fair-shares.ts';

/** Takes until it gets none, at most `count`; returns the number taken. */
function takeAll(shares: FairShares, ...holders: string[]): number[] {
  const taken = holders.map(() => 0);
  for (let before = -1; before < shares.taken; ) {
    before = shares.taken;
    holders.forEach((holder, index) => {
      if (shares.take(holder)) taken[index] = (taken[index] ?? 0) + 1;
    });
  }
  return taken;
}

describe('slots', () => {
  it.each([
    [12, 1, [6]],
    [12, 2, [4, 4]],
    [12, 3, [3, 3, 3]],
    [100, 9, Array(9).fill(10)],
    [1, 1, [1]],
  ])('%i, wanted by %i: each gets a part, and one stays free', (slots, count, expected) => {
    const holders = Array.from({ length: count }, (_, n) => `h${n}`);
    expect(takeAll(new FairShares(slots), ...holders)).toEqual(expected);
  });

  it('are available to a new holder when others have all they can get', () => {
    const shares = new FairShares(12);
    takeAll(shares, 'a', 'b');
    expect(shares.take('c')).toBe(true);
  });

  it.each([
    [12, 1, [8]],
    [12, 2, [5, 5]],
    [100, 3, [29, 29, 28]],
  ])('%i, wanted by %i who are shared by others: each gets more, and some stay free', (slots, count, expected) => {
    const holders = Array.from({ length: count }, (_, n) => `h${n}`);
    expect(takeAll(new FairShares(slots, 'shared'), ...holders)).toEqual(expected);
  });

  it('are all taken in the end, one each', () => {
    const shares = new FairShares(3);
    expect(['a', 'b', 'c', 'd'].map((holder) => shares.take(holder))).toEqual([true, true, true, false]);
    expect(shares.isFull).toBe(true);
  });

  it('are free again after release, and holders without any are forgotten', () => {
    const shares = new FairShares(12);
    const [held = 0] = takeAll(shares, 'a');
    for (let n = 0; n < held; n++) shares.leave('a');
    expect([shares.taken, shares.heldBy('a')]).toEqual([0, 0]);
    expect(takeAll(shares, 'a')).toEqual([held]);
  });
});

it('are shared the same way when taken many at a time, like bytes', () => {
  const shares = new FairShares(100);
  expect(['a', 'a', 'b', 'b'].map((holder) => shares.take(holder, 40))).toEqual([true, false, true, false]);
  expect([shares.take('c', 21), shares.take('c', 20), shares.taken]).toEqual([false, true, 100]);
  shares.leave('a', 40);
  expect([shares.heldBy('a'), shares.taken]).toEqual([0, 60]);
});

it('never exceed the total, and a holder without any is rejected only if none is left', () => {
  const step = fc.record({ holder: fc.constantFrom('a', 'b', 'c', 'd'), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 60 }), (slots, steps) => {
      const shares = new FairShares(slots);
      for (const { holder, leaves } of steps) {
        const held = shares.heldBy(holder);
        if (leaves) {
          if (held > 0) shares.leave(holder);
        } else if (!shares.take(holder)) expect(held === 0 ? shares.isFull : true).toBe(true);
        expect(shares.taken).toBeLessThanOrEqual(slots);
        expect(['a', 'b', 'c', 'd'].reduce((sum, each) => sum + shares.heldBy(each), 0)).toBe(shares.taken);
      }
    }),
  );
});
