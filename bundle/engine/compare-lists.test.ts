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
      const { gone, added, ownerIds } = compareLists({ columns: COLUMNS }, before, after);
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
  expect(compareLists({ columns: COLUMNS }, [], [twice, { ...twice }]).added).toEqual([twice]);
});

it('another value changes an element, which keeps its id', () => {
  const element = fc.record({
    ownerId: fc.constantFrom('p', 'q'),
    memberId: fc.constantFrom('a', 'b'),
    value: fc.nat(1),
  });
  const columns = ['ownerId', 'memberId'];
  const keyOf = ({ ownerId, memberId }: { ownerId: string; memberId: string }) => `${ownerId} ${memberId}`;
  const once = fc.uniqueArray(element, { selector: keyOf });
  fc.assert(
    fc.property(once, once, (before, after) => {
      const stored = before.map((each) => ({ ...each, id: keyOf(each) }));
      const { gone, added, changed, ownerIds } = compareLists({ columns, values: ['value'] }, stored, after);
      const left = stored.filter((each) => !gone.includes(each));
      const next = left.map((each) => changed.find(({ id }) => id === each.id) ?? each);
      const valuesOf = (list: readonly object[]) => new Set(list.map((each) => JSON.stringify({ ...each, id: 0 })));
      expect(valuesOf([...next, ...added])).toEqual(valuesOf(after));
      expect(changed.every((each) => stored.some(({ id, value }) => id === each.id && value !== each.value))).toBe(
        true,
      );
      expect(ownerIds).toEqual(new Set([...gone, ...added, ...changed].map(({ ownerId }) => ownerId)));
    }),
  );
});
