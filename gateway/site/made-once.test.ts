import { expect, it } from 'vitest';
import { MadeOnce } from './made-once.ts';

it('a value is made once, and again only after it could not be made', async () => {
  const pages = new MadeOnce<string, number>();
  let calls = 0;
  const make = async () => {
    calls++;
    if (calls === 1) throw new Error('too many open files');
    return calls;
  };
  await expect(pages.get('page', make)).rejects.toThrow('too many open files');
  expect([await pages.get('page', make), await pages.get('page', make)]).toEqual([2, 2]);
});
