import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it.each([
  ['an override of the direction', '\u202e', '\\u202e'],
  ['an isolate', '\u2066', '\\u2066'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a control of C1', '\u009b', '\\u009b'],
  ['a mark of the byte order', '\ufeff', '\\ufeff'],
  ['a tag beyond the first plane', '\u{e0041}', '\\udb40\\udc41'],
])('%s is escaped', (_, character, escaped) => {
  expect(printable(JSON.stringify({ title: `a${character}b` }))).toBe(`{"title":"a${escaped}b"}`);
});

it('leaves letters of every script and symbols unchanged', () => {
  const json = JSON.stringify('Åsa – 日本語 עברית \u{1f600} "\\');
  expect(printable(json)).toBe(json);
});

it('prints the same JSON, with printable characters only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = printable(JSON.stringify({ [text]: text }));
      expect(JSON.parse(json)).toEqual({ [text]: text });
      expect(json).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }),
  );
});
