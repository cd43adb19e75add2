import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileValidator } from './validate.ts';

const Item = Type.Object({ n: Type.Integer() }, { additionalProperties: false });
const validate = compileValidator(
  Type.Object({ items: Type.Array(Item, { maxItems: 1000 }) }, { additionalProperties: false }),
);
const faults = (value: unknown) => validate(value).map(({ pointer, code }) => [pointer, code]);

describe('a hundred faults', () => {
  it('are the first ones, in their order', () => {
    const items = Array.from({ length: 1000 }, () => ({}));
    expect(faults({ items })).toEqual(Array.from({ length: 100 }, (_, n) => [`/items/${n}/n`, 'required']));
  });

  it('end the check: what follows is not read', () => {
    const items = Array.from({ length: 1000 }, () => ({}));
    const unread = {
      get n(): number {
        throw new Error('it was read');
      },
    };
    expect(faults({ items: items.with(100, unread) })).toHaveLength(100);
    expect(() => faults({ items: items.with(99, unread) })).toThrow('it was read');
  });

  it('are fewer when there are fewer, and include none of an earlier body', () => {
    const items = Array.from({ length: 99 }, () => ({}));
    expect(faults({ items })).toHaveLength(99);
    expect(faults({ items: [{ n: 1 }] })).toEqual([]);
  });
});

describe('a list that is too long', () => {
  it('is the only fault reported, and nothing in it is read', () => {
    const items = new Proxy(Array(1001).fill(null), {
      get: (target, name) => {
        if (name !== 'length') throw new Error(`${String(name)} was read`);
        return target.length;
      },
    });
    expect(validate({ items, other: 1 })).toEqual([
      { pointer: '/items', code: 'too_big', message: 'must NOT have more than 1000 items' },
    ]);
  });

  it.each([
    ['an object of that length', { length: 1001 }],
    ['a text', 'x'.repeat(2000)],
    ['null', null],
  ])('%s is not a list', (_, items) => {
    expect(faults({ items })).toEqual([['/items', 'invalid_type']]);
  });
});
