import { expect, it } from 'vitest';
import type { Ownership } from './synced-user.ts';

const own = { email: 'set', name: 'set', firstName: 'set', lastName: 'set', image: 'set', isArchived: 'set' } as const;

it('a list of the fields that a sync sets or leaves does not compile without one of them, nor with another', () => {
  const all = { ...own, code: 'set' } as const satisfies Ownership;
  // @ts-expect-error code is missing
  const without = own satisfies Ownership;
  // @ts-expect-error a field that users do not have
  const another = { ...all, nickName: 'left alone' } as const satisfies Ownership;
  expect(Object.keys(another)).toEqual([...Object.keys(without), 'code', 'nickName']);
});
