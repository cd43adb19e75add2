import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type User, UserSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { changesOf } from './changes-of.ts';
import { isWritable, type StateOf } from './resource.ts';

type State = Readonly<Record<keyof StateOf<User>, unknown>>;

const FIELDS = UserSchema.fields.filter(isWritable).map(({ localName }) => localName as keyof State);
const MARKS = ['id', 'createdAt', 'updatedAt', 'revision'] as const;

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
    const state = { ...(Object.fromEntries(FIELDS.map((name) => [name, name])) as unknown as State), title: 'Ada' };
    expect(changes(state, { ...state, title: 'Bela' })).toEqual(['label', 'initial']);
    expect(changes(state, { ...state, title: 'Adam' })).toEqual(['label']);
  });
});
