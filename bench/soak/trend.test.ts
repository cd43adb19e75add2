import { expect, it } from 'vitest';
import { growthOf } from './trend.ts';

const series = (...values: number[]) => values.map((value, n) => ({ atSeconds: 10 * n, value }));

it.each([
  ['nothing', [], 0],
  ['one sample', [7], 0],
  ['a level', [5, 5, 5, 5], 0],
  ['a rise', [1, 2, 3, 4, 5], 4],
  ['a fall', [5, 4, 3], -2],
  ['a level with one peak', [5, 5, 90, 5, 5, 5], 0],
  ['a level that swings', [5, 6, 5, 6, 5, 6, 5], 0],
  ['a rise that swings', [0, 12, 10, 22, 20, 32, 30], 30],
])('%s', (_, values, expected) => {
  expect(growthOf(series(...values))).toBeCloseTo(expected);
});
