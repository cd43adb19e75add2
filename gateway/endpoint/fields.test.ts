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
    ['id,phone,fax', 'phone'],
    ['__proto__', '__proto__'],
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
});
