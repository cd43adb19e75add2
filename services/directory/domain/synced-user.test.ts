import { expect, it } from 'vitest';
import type { Ownership } from './synced-user.ts';

it('a list of the fields that a sync sets or leaves does not compile without one of them, nor with another', () => {
  const { code, ...others } = {} as Ownership;
  // @ts-expect-error code is missing
  const without: Ownership = others;
  // @ts-expect-error a field that users do not have
  const another: Ownership = { ...others, code, nickName: 'left alone' };
  expect(Object.keys({ ...without, ...another })).toEqual(['code', 'nickName']);
});
