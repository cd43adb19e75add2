import { expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const ROOM = 1024 * 1024;
const answer = (bytes: number, stamp = 's') => ({ stamp, etag: '"e"', data: Buffer.alloc(bytes) });
const isKept = (kept: KeptAnswers, institution: string, ...keys: string[]) =>
  keys.filter((key) => kept.find(institution, key) !== undefined);

it('returns the latest answer stored under a key, only to its institution', () => {
  const kept = new KeptAnswers(ROOM);
  kept.keep('a', 'k', answer(10, 'old'));
  kept.keep('a', 'k', answer(20, 'new'));
  expect(kept.find('a', 'k')).toMatchObject({ stamp: 'new', data: Buffer.alloc(20) });
  expect(kept.find('b', 'k')).toBeUndefined();
  expect(kept.bytes).toBeLessThan(2_000);
});

it('stores at most a quarter of its bytes for an institution, the most recently used answers', () => {
  const kept = new KeptAnswers(ROOM);
  for (const key of ['1', '2', '3']) kept.keep('a', key, answer(80_000));
  expect(kept.find('a', '1')).toBeDefined();
  kept.keep('a', '4', answer(80_000));
  expect(isKept(kept, 'a', '1', '2', '3', '4')).toEqual(['1', '3', '4']);
  kept.keep('a', '5', answer(200_000));
  expect(isKept(kept, 'a', '1', '2', '3', '4', '5')).toEqual(['5']);
  kept.keep('a', '6', answer(ROOM / 4));
  expect(isKept(kept, 'a', '5', '6')).toEqual(['5']);
});

it('stays within its bytes, and one institution cannot evict the answers of others', () => {
  const kept = new KeptAnswers(ROOM);
  kept.keep('small', 'k', answer(100_000));
  for (let n = 0; n < 100; n++) {
    kept.keep('greedy', String(n), answer(50_000 + n));
    expect(kept.bytes).toBeLessThanOrEqual(ROOM);
  }
  expect(isKept(kept, 'small', 'k')).toEqual(['k']);
  for (const institution of 'abcdefgh') kept.keep(institution, 'k', answer(200_000));
  expect(kept.bytes).toBeLessThanOrEqual(ROOM);
  expect(isKept(kept, 'small', 'k')).toEqual([]);
  expect(isKept(kept, 'h', 'k')).toEqual(['k']);
});

it('stores nothing with 0 bytes', () => {
  const kept = new KeptAnswers(0);
  kept.keep('a', 'k', answer(1));
  expect([kept.find('a', 'k'), kept.bytes]).toEqual([undefined, 0]);
});
