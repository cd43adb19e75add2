import { expect, it } from 'vitest';
import { CachedAnswers } from './cached-answers.ts';

const ROOM = 1024 * 1024;
const answer = (bytes: number, stamp = 's') => ({ stamp, etag: '"e"', data: Buffer.alloc(bytes) });
const cachedKeys = (cache: CachedAnswers, institution: string, ...keys: string[]) =>
  keys.filter((key) => cache.find(institution, key) !== undefined);

it('gives what was kept last under a key, to its institution alone', () => {
  const cache = new CachedAnswers(ROOM);
  cache.set('a', 'k', answer(10, 'old'));
  cache.set('a', 'k', answer(20, 'new'));
  expect(cache.find('a', 'k')).toMatchObject({ stamp: 'new', data: Buffer.alloc(20) });
  expect(cache.find('b', 'k')).toBeUndefined();
  expect(cache.bytes).toBeLessThan(2_000);
});

it('has a quarter of its room for an institution, for what that asked for last', () => {
  const cache = new CachedAnswers(ROOM);
  for (const key of ['1', '2', '3']) cache.set('a', key, answer(80_000));
  expect(cache.find('a', '1')).toBeDefined();
  cache.set('a', '4', answer(80_000));
  expect(cachedKeys(cache, 'a', '1', '2', '3', '4')).toEqual(['1', '3', '4']);
  cache.set('a', '5', answer(200_000));
  expect(cachedKeys(cache, 'a', '1', '2', '3', '4', '5')).toEqual(['5']);
  cache.set('a', '6', answer(ROOM / 4));
  expect(cachedKeys(cache, 'a', '5', '6')).toEqual(['5']);
});

it('takes no more than its room, and one institution cannot drive out the others’', () => {
  const cache = new CachedAnswers(ROOM);
  cache.set('small', 'k', answer(100_000));
  for (let n = 0; n < 100; n++) {
    cache.set('over-limit', String(n), answer(50_000 + n));
    expect(cache.bytes).toBeLessThanOrEqual(ROOM);
  }
  expect(cachedKeys(cache, 'small', 'k')).toEqual(['k']);
  for (const institution of 'abcdefgh') cache.set(institution, 'k', answer(200_000));
  expect(cache.bytes).toBeLessThanOrEqual(ROOM);
  expect(cachedKeys(cache, 'small', 'k')).toEqual([]);
  expect(cachedKeys(cache, 'h', 'k')).toEqual(['k']);
});

it('keeps nothing without room', () => {
  const cache = new CachedAnswers(0);
  cache.set('a', 'k', answer(1));
  expect([cache.find('a', 'k'), cache.bytes]).toEqual([undefined, 0]);
});
