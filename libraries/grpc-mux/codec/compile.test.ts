import { expect, it } from 'vitest';
import { compile, nameCode } from './compile.ts';

it('code sees the values that it is given, by their names', () => {
  expect(compile({ a: 2, b: 3 }, 'return (c) => a * b * c;')(7 as never)).toBe(42);
});

it.each(['name', 'lessonUnit', '$typeName', '_1', 'constructor$', 'shop.v1.Order'])(
  '%s can be part of code',
  (name) => {
    expect(nameCode(name)).toBe(name);
  },
);

it.each(['', "a'", 'a b', 'a;b', '1a', 'a.', '.a', 'a\nb', 'a`', 'a(b)', 'a\u2028b'])('%j cannot', (name) => {
  expect(() => nameCode(name)).toThrow();
});
