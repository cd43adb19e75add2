import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankFault, emailFault, isWebAddress } from './formats.ts';

const codeOf = (text: string) => emailFault(text)?.code ?? null;
const local = (length: number) => 'l'.repeat(length);
const domain = (length: number) => 'd'.repeat(length);

describe('emailFault', () => {
  it.each([
    'a@b',
    'ada.albrecht@nordhafen.example',
    "o'hara+tag/!#$%&*=?^_`{|}~-@x.example",
    'zoë@münchen.example',
    'अभय@उदाहरण.भारत',
    'z\u0308@mu\u0308nchen.example',
    '用户@例子.广告',
    '👩🏽@x.example',
    'a@1.2.3.4',
    'a@xn--mnchen-3ya.example',
    'a@a--b.example',
    `${local(64)}@${domain(253)}`,
    `${'😀'.repeat(64)}@x.example`,
  ])('accepts %s', (text) => {
    expect(codeOf(text)).toBeNull();
  });

  it.each([
    ['a local part of 65 characters', [`${local(65)}@b`, `${'😀'.repeat(65)}@b`]],
    ['a domain of 254 characters', [`a@${domain(254)}`]],
    ['320 characters that are not an address', [`a@${domain(318)}`, ' '.repeat(320)]],
  ])('rejects %s', (_, texts) => {
    expect(texts.map(codeOf)).toEqual(texts.map(() => 'invalid_string'));
  });

  it.each([`a@${domain(319)}`, ' '.repeat(321), '😀'.repeat(321), '@'.repeat(1_000_000)])(
    'reports a text that is too long',
    (text) => {
      expect(codeOf(text)).toBe('too_big');
    },
  );

  const forbidden = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}<>()[\]\\,;:"]/u;
  const odd = fc.constantFrom(
    ...'@.-_<>()[]"\\,;: \t\n\0/!a1ß\u007f\u0085\u00a0\u00ad\u0301\u200b\u2028\u202e\u3000\ufeff',
    '😀',
    '\u{e0061}',
  );
  const around = fc.constantFrom(['', 'b@c'], ['a', 'b@c'], ['a@b', 'c'], ['a@b', '']);
  const text = fc.oneof(
    fc.tuple(around, odd).map(([[before, after], character]) => `${before}${character}${after}`),
    fc.array(odd, { maxLength: 12 }).map((characters) => characters.join('')),
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z0-9.-]*$/)).map((parts) => parts.join('@')),
    fc.emailAddress(),
  );

  it('accepts a text exactly if it has one @, only allowed characters, no empty part and no part that is too long', () => {
    fc.assert(
      fc.property(text, (email) => {
        const parts = email.split('@');
        const [name = '', host = ''] = parts;
        const labels = host.split('.');
        const good =
          parts.length === 2 &&
          !forbidden.test(email) &&
          email.isWellFormed() &&
          [...name.split('.'), ...labels].every((part) => part !== '') &&
          labels.every((label) => /^[\p{L}\p{M}\p{Nd}-]+$/u.test(label) && !/^[-\p{M}]|-$/u.test(label)) &&
          [...name].length <= 64 &&
          [...host].length <= 253;
        // Lone surrogates are invalid in every text and are found earlier.
        if (email.isWellFormed()) expect(emailFault(email) === null).toBe(good);
      }),
      { numRuns: 5_000 },
    );
  });

  it('reports the length beyond 320 characters, and otherwise the form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400, size: 'max' }), (any) => {
        expect(codeOf(any)).toBe([...any].length > 320 ? 'too_big' : emailFault(any) && 'invalid_string');
      }),
    );
  });
});

describe('an absolute http(s) URL', () => {
  it.each(['https://a.example', 'http://a.example:80/x?y#z', 'HTTP://[::1]/', 'https://ü.example/ä'])(
    'is %j',
    (text) => {
      expect(isWebAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a.example',
    '//a.example',
    '/x',
    'ftp://a.example',
    'javascript:alert(1)',
    'https:a.example',
    'https:/a.example',
    'https:///a.example',
    'https://',
    'https://?x',
    'https://a b.example',
    ' https://a.example',
    'https://a.example\n',
    'https://a.example/\u0001',
    'https://a.example:99999',
    'https://\\a.example',
  ])('is not %j', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });

  it('is never one that the URL parser rejects', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          if (!isWebAddress(text)) return;
          expect(URL.parse(text)?.protocol).toMatch(/^https?:$/);
        },
      ),
    );
  });
});

describe('blankFault', () => {
  const blanks = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((each) => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(each));
  const texts = fc.array(fc.constantFrom(...blanks), { minLength: 1, maxLength: 20 }).map((each) => each.join(''));

  it('finds every text of blanks and invisible characters alone, of every script', () => {
    expect(blanks).toEqual(
      expect.arrayContaining([' ', '\t', '\u00a0', '\u00ad', '\u2003', '\u200b', '\u3000', '\u3164']),
    );
    expect(blanks.filter((each) => blankFault(each)?.code !== 'too_small')).toEqual([]);
    fc.assert(fc.property(texts, (text) => blankFault(text)?.code === 'too_small'));
  });

  it('finds none in a text with anything that is seen, wherever it is', () => {
    const seen = fc.constantFrom('A', 'é', 'Ж', '你', 'अ', '-', '.', '😀', '\u0301');
    fc.assert(fc.property(texts, seen, texts, (before, each, after) => blankFault(before + each + after) === null));
  });

  it('leaves an empty text to its length', () => {
    expect(blankFault('')).toBeNull();
  });
});
