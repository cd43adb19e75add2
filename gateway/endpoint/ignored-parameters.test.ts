import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ignoredNames } from './ignored-parameters.ts';

const known = new Set(['limit', 'code', 'search', 'isArchived', 'updatedSince', 'to']);

describe('the names of ignored parameters', () => {
  it.each([
    ['none', [], []],
    ['only known ones', ['limit', 'code'], []],
    ['in the order of the request', ['page', 'limit', 'sort'], ['page', 'sort']],
    [
      'with what other APIs call them',
      ['q', 'per_page', 'since'],
      ['q: did you mean search?', 'per_page: did you mean limit?', 'since: did you mean updatedSince?'],
    ],
    [
      'with another case or separators',
      ['Code', 'is_archived', 'TO'],
      ['Code: did you mean code?', 'is_archived: did you mean isArchived?', 'TO: did you mean to?'],
    ],
    [
      'with slips',
      ['serach', 'limt', 'cod'],
      ['serach: did you mean search?', 'limt: did you mean limit?', 'cod: did you mean code?'],
    ],
    [
      'without what is too far, short or long',
      ['x', 'tz', 'research1', 'name'.repeat(30)],
      ['x', 'tz', 'research1', 'name'.repeat(16)],
    ],
    ['percent-encoded', ['a, b', 'ü%', 'x\r\ny'], ['a%2C%20b', '%C3%BC%25', 'x%0D%0Ay']],
    ['what cannot be decoded', ['\udfff'], ['%EF%BF%BD']],
    ['without the empty name', ['', 'x'], ['x']],
    ['at most ten', Array.from('abcdefghijkl'), Array.from('abcdefghij')],
    ['cut, and then each once', [`${'x'.repeat(64)}1`, `${'x'.repeat(64)}2`, 'y'], ['x'.repeat(64), 'y']],
    ['cut between characters', ['😀'.repeat(65)], ['%F0%9F%98%80'.repeat(64)]],
  ])('%s', (_, given, names) => {
    expect(ignoredNames(given, known)).toEqual(names);
  });

  it('fit into a header and decode to what was sent, whatever that is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 30 }), (given) => {
        const names = ignoredNames(given, known);
        const unknown = given.filter((name) => name !== '' && !known.has(name));
        expect(names.length).toBe(Math.min(10, new Set(unknown.map((name) => [...name].slice(0, 64).join(''))).size));
        for (const each of names) {
          expect(each).toMatch(/^[^:,]+(: did you mean \w+\?)?$/);
          const [name = ''] = each.split(': ');
          expect(name).toMatch(/^[\w.!~*'()%-]+$/);
          expect(unknown.some((each) => each.startsWith(decodeURIComponent(name)))).toBe(true);
        }
      }),
    );
  });
});
