import { expect, it } from 'vitest';
import { batchesOf } from './batches.ts';

function sizesOf(records: readonly unknown[]) {
  return [...batchesOf(records)].map(({ start, records }) => [start, records.length]);
}

it('a batch has at most 500 records', () => {
  expect(sizesOf(Array(1001).fill({ ref: 'r' }))).toEqual([
    [0, 500],
    [500, 500],
    [1000, 1],
  ]);
});

it('a batch has at most 10,000 records and elements of their lists, unless a single record has more', () => {
  const group = (members: number) => ({ ref: 'g', members: Array(members).fill('u') });
  expect(sizesOf([4999, 4999, 20_000, 1].map(group))).toEqual([
    [0, 2],
    [2, 1],
    [3, 1],
  ]);
});
