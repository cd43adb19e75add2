import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBadText } from './well-formed.ts';

const VALUE = 'must not hold U+0000 or a lone surrogate';
const NAME = 'has a name that holds U+0000 or a lone surrogate';

function pointers(value: unknown): string[] {
  return findBadText(value).map(({ pointer }) => pointer);
}

describe('findBadText', () => {
  test('reports a value and a name', () => {
    expect(findBadText(JSON.parse('{"rooms":[{"roomId":"a\\u0000"},{"x\\u0000":1}]}'))).toEqual([
      { pointer: '/rooms/0/roomId', code: 'invalid_string', message: VALUE },
      { pointer: '/rooms/1/x\0', code: 'invalid_string', message: NAME },
    ]);
  });

  test('escapes pointers, and puts no lone surrogate into them', () => {
    expect(pointers({ 'a/b~c': ['\0'] })).toEqual(['/a~1b~0c/0']);
    expect(pointers({ '\ud800x': 1 })).toEqual(['/\ufffdx']);
  });

  test('reports the shallow ones first, and no more than a hundred', () => {
    expect(pointers({ deep: { deeper: '\0' }, shallow: '\0' })).toEqual(['/shallow', '/deep/deeper']);
    expect(findBadText(Array.from({ length: 1000 }, () => '\0'))).toHaveLength(100);
    expect(
      findBadText({ a: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`\0${i}`, '\0'])) }),
    ).toHaveLength(100);
  });

  test('handles a mebibyte of brackets, and reports faults in it with short pointers', () => {
    const depth = 500_000;
    const bad = Array.from({ length: 100 }, () => '"\\u0000"').join(',');
    const faults = findBadText(JSON.parse(`${'['.repeat(depth)}${bad}${']'.repeat(depth)}`));
    expect(faults).toHaveLength(100);
    expect(JSON.stringify(faults).length).toBeLessThan(150_000);
    expect(faults[0]?.pointer).toMatch(/^(\/0){500}$/);
  });

  test('reports long names with short pointers', () => {
    const long = 'x'.repeat(500_000);
    expect(pointers({ a: { [long]: ['\0', { '\ud800': '\0' }] } })).toEqual(['/a', '/a', '/a']);
    expect(pointers({ a: { [`${long}\0`]: 1 } })).toEqual(['/a']);
  });

  test('finds exactly what a recursive walk finds', () => {
    const text = fc.oneof(fc.constantFrom('\0', '\ud800', 'ok'), fc.string({ unit: 'binary', maxLength: 3 }));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (json) => {
        expect(pointers(json).sort()).toEqual(walk(json, '').slice(0, 100).sort());
      }),
    );
  });
});

function walk(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return isBad(value) ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [...(isBad(name) ? [at] : []), ...walk(inner, at)];
  });
}

function isBad(text: string): boolean {
  return /[\0\p{Surrogate}]/u.test(text);
}
