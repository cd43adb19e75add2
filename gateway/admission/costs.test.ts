import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { Costs } from './costs.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60_000;

let costs: Costs;
beforeEach(() => {
  costs = new Costs();
});

it('a request costs 1, and more for its body and for what its answer is expected to be', () => {
  costs.note('small', 300, 0);
  costs.note('large', MIB, 0);
  expect(costs.of('small', 0)).toBe(1);
  expect(costs.of('small', 100 * KIB)).toBe(26);
  expect(costs.of('small', 0, MIB)).toBe(33);
  expect(costs.of('large', 0)).toBe(33);
  expect(costs.of('unknown', 0)).toBe(33);
});

it('after one large answer the next is expected to be large; small ones lower that with time, each by a tenth', () => {
  const after = (everyMs: number) => {
    costs.note('get', MIB, 0);
    return [1, 2, 3, 4, 5, 6, 7, 8].map((n) => {
      costs.note('get', 100, n * everyMs);
      return costs.of('get', 0);
    });
  };
  expect(after(MINUTE)).toEqual([29, 26, 24, 21, 19, 18, 16, 14]);
  costs = new Costs();
  expect(after(1_000)).toEqual([32, 32, 31, 31, 31, 30, 30, 30]);
});

it('no number of small answers lowers what is expected by more than half in a minute, and no pause by more than a tenth', () => {
  const note = fc.record({ bytes: fc.nat(2 * MIB), afterMs: fc.nat(2 * MINUTE) });
  fc.assert(
    fc.property(fc.array(note), (notes) => {
      costs = new Costs();
      costs.note('get', MIB, 0);
      let at = 0;
      for (const { bytes, afterMs } of notes) {
        at += afterMs;
        costs.note('get', bytes, at);
      }
      const least = MIB * Math.max(0.5 ** (at / MINUTE), 0.9 ** notes.length);
      expect(costs.of('get', 0)).toBeGreaterThanOrEqual(1 + Math.floor((0.999 * least) / (32 * KIB)));
    }),
  );
});

it('goes on when the clock was set back', () => {
  costs.note('get', MIB, 10 * MINUTE);
  costs.note('get', 100, 0);
  expect(costs.of('get', 0)).toBe(33);
  for (let n = 1; n <= 50; n++) costs.note('get', 100, n * MINUTE);
  expect(costs.of('get', 0)).toBe(1);
});

it('forgets what has not been used for longest', () => {
  costs.note('first', 300, 0);
  for (let n = 0; n < 20_000; n++) costs.note(`${n}`, 300, 0);
  expect([costs.of('first', 0), costs.of('0', 0)]).toEqual([33, 1]);
});
