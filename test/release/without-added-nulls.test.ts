import { expect, it } from 'vitest';
import { withoutAddedNulls } from './without-added-nulls.ts';

const stored = { data: { name: 'Ada', code: null, rooms: [{ id: 'a' }] }, meta: { version: 'v4' } };
const changed = (data: object, meta: object = stored.meta) =>
  withoutAddedNulls({ data: { ...stored.data, ...data }, meta }, stored);

it('fields that are null may be added, at every depth', () => {
  expect(changed({ nickname: null, rooms: [{ id: 'a', floor: null }] })).toEqual(stored);
});

it.each([
  ['a field with a value', { nickname: '' }],
  ['an empty list', { tags: [] }],
  ['another value', { name: 'Bea' }],
  ['null where there was a value', { name: null }],
  ['a value where there was null', { code: 'A' }],
  ['another item', { rooms: [{ id: 'a' }, { id: 'b' }] }],
  ['an item less', { rooms: [] }],
  ['another kind', { rooms: null }],
])('%s may not', (_, data) => {
  expect(changed(data)).not.toEqual(stored);
});

it('a field may not be gone', () => {
  expect(changed({}, {})).not.toEqual(stored);
});
