import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countsOf, percentile } from './durations.ts';

const durations = fc.array(fc.double({ min: 0.1, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 });
const parts = fc.constantFrom(0.5, 0.95, 0.99, 1);

/** The duration that the given part of the requests did not exceed. */
function exact(all: readonly number[], part: number): number {
  return all.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(all.length * part - 1e-9) - 1)] ?? 0;
}

it('a percentile is within a tenth', () => {
  fc.assert(
    fc.property(durations, parts, (all, part) => {
      const expected = exact(all, part);
      expect(Math.abs(percentile(countsOf(all), part) - expected)).toBeLessThanOrEqual(expected / 10);
    }),
  );
});

it('also of the sum of counts', () => {
  fc.assert(
    fc.property(durations, durations, parts, (some, others, part) => {
      const [a, b] = [countsOf(some), countsOf(others)];
      const sum = Array.from({ length: Math.max(a.length, b.length) }, (_, n) => (a[n] ?? 0) + (b[n] ?? 0));
      expect(sum).toEqual(countsOf([...some, ...others]));
      const expected = exact([...some, ...others], part);
      expect(Math.abs(percentile(sum, part) - expected)).toBeLessThanOrEqual(expected / 10);
    }),
  );
});

it('durations beyond the limits count as the limits', () => {
  expect(countsOf([0, 0.05, Number.NaN])).toEqual([3]);
  const [minute, day] = [countsOf([60_000]), countsOf([86_400_000])];
  expect(day).toEqual(minute);
  expect(minute.length).toBeLessThanOrEqual(150);
});

it('without requests there is none', () => {
  expect(percentile([], 0.5)).toBe(0);
  expect(percentile([0, 0], 0.95)).toBe(0);
});
