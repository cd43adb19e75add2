import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLists } from './compare-lists.ts';

const COLUMNS = ['ownerId', 'memberId', 'position'] as const;
const member = fc.record({
  ownerId: fc.constantFrom('p', 'q'),
  memberId: fc.constantFrom('a', 'b', 'c'),
  position: fc.nat(1),
});
const lists = fc.array(member);
const keys = (list: readonly object[]) => new Set(list.map((each) => JSON.stringify(each)));

it('removals and additions turn one list into the other', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const { gone, added, ownerIds } = compareLists(COLUMNS, before, after);
      const left = [...keys(before)].filter((key) => !keys(gone).has(key));
      expect(new Set([...left, ...keys(added)])).toEqual(keys(after));
      expect([...keys(added)].filter((key) => keys(before).has(key))).toEqual([]);
      expect([...keys(gone)].filter((key) => !keys(before).has(key))).toEqual([]);
      expect(ownerIds).toEqual(new Set([...gone, ...added].map(({ ownerId }) => ownerId)));
    }),
  );
});

it('a repeated member counts once', () => {
  const twice = { ownerId: 'p', memberId: 'a', position: 0 };
  expect(compareLists(COLUMNS, [], [twice, { ...twice }]).added).toEqual([twice]);
});
