import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKey, emailKey } from './text-keys.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('a key', () => {
  it.each([emailKey, codeKey])('is idempotent', (key) => {
    fc.assert(
      fc.property(text, (value) => {
        expect(key(key(value))).toBe(key(value));
      }),
    );
  });

  it.each([emailKey, codeKey])('is the same for composed and decomposed forms', (key) => {
    fc.assert(
      fc.property(text, (value) => {
        expect(key(value.normalize('NFD'))).toBe(key(value.normalize('NFC')));
      }),
    );
  });

  it.each([emailKey, codeKey])('ignores case', (key) => {
    const letters = fc.string({ unit: fc.constantFrom(...'abzäöéñøАЯжя09@.-_'), maxLength: 20 });
    fc.assert(
      fc.property(letters, (value) => {
        expect(key(value.toUpperCase())).toBe(key(value.toLowerCase()));
      }),
    );
  });

  it('distinguishes the Turkish dotless i from i, regardless of the locale', () => {
    expect(emailKey('IŞIK@x')).toBe('işik@x');
    expect(emailKey('ışık@x')).not.toBe(emailKey('IŞIK@x'));
  });
});

describe('white space', () => {
  it('around a code is ignored', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(codeKey(` \t${value}\u00a0 `)).toBe(codeKey(value));
      }),
    );
  });

  it('within a code, or anywhere in an email, counts', () => {
    expect(codeKey('A 1')).not.toBe(codeKey('A1'));
    expect(emailKey(' a@x')).not.toBe(emailKey('a@x'));
  });

  it('alone gives an empty key', () => {
    expect(codeKey(' \t\u2003')).toBe('');
  });
});
