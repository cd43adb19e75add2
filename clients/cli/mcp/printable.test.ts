import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from './printable.ts';

it('leaves letters of every script and symbols unchanged', () => {
  const json = JSON.stringify('Åsa – 日本語 עברית \u{1f600} "\\');
  expect(printable(json)).toBe(json);
});

const unseen = fc.constantFrom(...'\u009b\u00ad\u2028\u2029\u202e\u2066\ufeff\u{e0041}');

it('prints the same JSON, with printable characters only', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(unseen, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }),
      (text) => {
        const json = printable(JSON.stringify({ [text]: text }));
        expect(JSON.parse(json)).toEqual({ [text]: text });
        expect(json).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      },
    ),
  );
});
