import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Costs } from './costs.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

it('a request costs 1, and more for its body and for what its answer is expected to be', () => {
  const costs = new Costs(128);
  costs.note('small', 300);
  costs.note('large', MIB);
  expect(costs.of('small', 0)).toBe(1);
  expect(costs.of('small', 100 * KIB)).toBe(26);
  expect(costs.of('small', 0, MIB)).toBe(33);
  expect(costs.of('large', 0)).toBe(33);
  expect(costs.of('unknown', 0)).toBe(33);
  costs.note('largest', 8 * MIB);
  expect([costs.of('largest', 0), costs.of('largest', 100 * KIB), costs.of('largest', 256 * KIB)]).toEqual([
    42, 64, 64,
  ]);
});

it('after one large answer the next is expected to be large; many small ones lower that again', () => {
  const costs = new Costs(128);
  costs.note('get', 100);
  costs.note('get', MIB);
  const after = Array.from({ length: 40 }, () => {
    costs.note('get', 100);
    return costs.of('get', 0);
  });
  expect(after.slice(0, 3)).toEqual([29, 26, 24]);
  expect(after.at(-1)).toBe(1);
});

it('however much a request costs, another may run at the same time', () => {
  const kinds = fc.constantFrom('a', 'b', 'c');
  const bytes = fc.nat(20 * MIB);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.array(fc.tuple(kinds, bytes)), bytes, (inFlight, notes, body) => {
      const costs = new Costs(inFlight);
      for (const [kind, size] of notes) costs.note(kind, size);
      for (const kind of ['a', 'b', 'c']) {
        const cost = costs.of(kind, body);
        expect(cost).toBeGreaterThanOrEqual(1);
        expect(cost).toBeLessThanOrEqual(Math.max(1, inFlight / 2));
      }
    }),
  );
});

it('forgets what has not been used for longest', () => {
  const costs = new Costs(128);
  costs.note('first', MIB);
  for (let n = 0; n < 20_000; n++) costs.note(`${n}`, MIB);
  expect([costs.of('first', 0), costs.of('0', 0)]).toEqual([33, 33]);
});
