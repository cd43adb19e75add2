import { describe, expect, it } from 'vitest';
import { typeParsers } from './values.ts';

const parse = (oid: number, text: string) => typeParsers.getTypeParser(oid, 'text')(text);

describe('values of columns', () => {
  it.each([
    ['2026-01-31 12:00:00+00', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.500Z'],
    ['2026-01-31 12:00:00.123+00', '2026-01-31T12:00:00.123Z'],
  ])('timestamptz %s', (text, value) => {
    expect(parse(1184, text)).toBe(value);
  });

  it.each([
    ['{}', []],
    ['{019a0000-0000-7000-8000-000000000001}', ['019a0000-0000-7000-8000-000000000001']],
    ['{NULL,019a0000-0000-7000-8000-000000000001,NULL}', [null, '019a0000-0000-7000-8000-000000000001', null]],
  ])('uuid[] %s', (text, value) => {
    expect(parse(2951, text)).toEqual(value);
  });

  it('bigint', () => {
    expect(parse(20, '9007199254740991')).toBe(9007199254740991);
  });
});
