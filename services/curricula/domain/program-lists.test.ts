import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLists, type Owned } from './program-lists.ts';

const owned = fc.tuple(fc.constantFrom('p', 'q'), fc.constantFrom('a', 'b', 'c'), fc.constantFrom('0', '1'));
const lists = fc.array(owned as fc.Arbitrary<Owned>);
const keys = (list: readonly Owned[]) => new Set(list.map((each) => each.join(' ')));

it('what goes and what comes makes the one list of the other', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const { gone, added, ownerIds } = compareLists(before, after);
      const left = [...keys(before)].filter((key) => !keys(gone).has(key));
      expect(new Set([...left, ...keys(added)])).toEqual(keys(after));
      expect([...keys(added)].filter((key) => keys(before).has(key))).toEqual([]);
      expect([...keys(gone)].filter((key) => !keys(before).has(key))).toEqual([]);
      expect(ownerIds).toEqual(new Set([...gone, ...added].map(([owner]) => owner)));
    }),
  );
});

it('a member that comes twice counts once', () => {
  expect(
    compareLists(
      [],
      [
        ['p', 'a'],
        ['p', 'a'],
      ],
    ).added,
  ).toEqual([['p', 'a']]);
});
