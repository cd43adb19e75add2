import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cursorAfter, cursorAt, pageOf } from './cursor.ts';

const uuid = fc.uuid({ version: 7 });
const position = fc.record({ sort: fc.string(), id: uuid });

it('a cursor is read as it was written, whatever the sorted value holds', () => {
  fc.assert(
    fc.property(position, ({ sort, id }) => {
      expect(pageOf({ cursor: cursorAfter({ sort, id }) })).toEqual({ size: 50, after: { sort, id } });
    }),
  );
});

it('a page that begins with a record has it, and no other one before it', () => {
  fc.assert(
    fc.property(position, uuid, ({ sort, id }, other) => {
      const ascending = pageOf({ cursor: cursorAt({ sort, id }, 'ascending') ?? '' }).after?.id ?? '';
      const descending = pageOf({ cursor: cursorAt({ sort, id }, 'descending') ?? '' }).after?.id ?? '';
      expect([ascending < id, descending > id]).toEqual([true, true]);
      expect(other > ascending && other < id).toBe(false);
      expect(other < descending && other > id).toBe(false);
    }),
  );
});

it('what is no cursor names no record', () => {
  for (const cursor of ['x', '~', 'a~b~c']) expect(pageOf({ cursor }).after?.id).not.toMatch(/^[0-9a-f-]{36}$/);
  expect(pageOf({})).toEqual({ size: 50 });
  expect(cursorAt(undefined, 'ascending')).toBeUndefined();
});
