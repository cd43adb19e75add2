import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from './printable.ts';

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
