import { describe, expect, test } from 'vitest';
import { parseFields, parseLimit } from './fields.ts';

describe('parseFields', () => {
  const known = ['id', 'email', 'createdAt'];

  test.each<[string, string[]]>([
    ['id', ['id']],
    ['email,id', ['email', 'id']],
    ['id,id,email,id', ['id', 'email']],
  ])('reads %j', (raw, names) => {
    expect(parseFields(raw, known)).toEqual({ names });
  });

  test.each([
    ['', ''],
    ['id,', ''],
    [',id', ''],
    ['id,,email', ''],
    ['id, email', ' email'],
    ['ID', 'ID'],
    ['id,phone,fax', 'phone'],
    ['__proto__', '__proto__'],
    ['toString', 'toString'],
    ['id.x', 'id.x'],
  ])('rejects %j, naming %j', (raw, name) => {
    expect(parseFields(raw, known)).toEqual({ fault: { name } });
  });
});

describe('parseLimit', () => {
  test('is 50 when absent', () => {
    expect(parseLimit(undefined)).toBe(50);
  });

  test('accepts 1 to 100', () => {
    const all = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(all.map((limit) => parseLimit(String(limit)))).toEqual(all);
  });

  test.each('|0|-0|101|1000|-1|+5|05|5.0|5.|1e1|0x5| 5|5 |5\n|٥|NaN|ten|5,6'.split('|'))('rejects %j', (raw) => {
    expect(parseLimit(raw)).toEqual({ fault: 'must be an integer from 1 to 100' });
  });
});
