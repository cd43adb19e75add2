import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { changesOf } from './changes-of.ts';

const FIELDS = ['email', 'name', 'firstName', 'lastName', 'image', 'code', 'isArchived'] as const;
const MARKS = ['id', 'createdAt', 'updatedAt', 'revision'] as const;

type State = Readonly<Record<(typeof FIELDS)[number] | (typeof MARKS)[number], unknown>>;

const value = fc.constantFrom<unknown>(null, '', 'a', ['a'], ['a', 'b'], { start: 1, end: null });
const states = fc.record(Object.fromEntries([...FIELDS, ...MARKS].map((name) => [name, value]))) as fc.Arbitrary<State>;

describe('changesOf', () => {
  it('returns the contract’s fields whose values differ and ignores fields that change with every write', () => {
    const changes = changesOf(UserSchema);
    fc.assert(
      fc.property(states, states, (before, after) => {
        const differ = FIELDS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
        expect(changes(before, after)).toEqual(differ);
        expect(changes(before, structuredClone(before))).toEqual([]);
      }),
    );
  });

  it('returns the API’s names of fields in others and omits fields that the API does not show', () => {
    const changes = changesOf(UserSchema, {
      name: { label: ({ title }: { title: string }) => title, initial: ({ title }: { title: string }) => title[0] },
      image: {},
    });
    const state = { email: 'e', title: 'Ada', firstName: 1, lastName: 2, code: 3, isArchived: 4 };
    expect(changes(state, { ...state, title: 'Bela' })).toEqual(['label', 'initial']);
    expect(changes(state, { ...state, title: 'Adam' })).toEqual(['label']);
  });
});
