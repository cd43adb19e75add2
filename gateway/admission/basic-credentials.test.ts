import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBasic } from './basic-credentials.ts';

function encode(text: string | Uint8Array): string {
  return Buffer.from(text as string).toString('base64');
}

describe('parseBasic', () => {
  test('splits at the first colon', () => {
    expect(parseBasic(`Basic ${encode('id:se:cr:et')}`)).toEqual({ clientId: 'id', secret: 'se:cr:et' });
  });

  test.each(['basic', 'BASIC', 'bAsIc'])('accepts the scheme as %s', (scheme) => {
    expect(parseBasic(`${scheme}  ${encode('id:secret')}`)).toEqual({ clientId: 'id', secret: 'secret' });
  });

  test.each(['a:b', 'aa:b', 'aaa:b'])('accepts %s with and without padding', (text) => {
    const [clientId, secret] = text.split(':');
    expect(parseBasic(`Basic ${encode(text)}`)).toEqual({ clientId, secret });
    expect(parseBasic(`Basic ${encode(text).replace(/=+$/, '')}`)).toEqual({ clientId, secret });
  });

  test('reads UTF-8', () => {
    expect(parseBasic(`Basic ${encode('größe:pässwörd€')}`)).toEqual({ clientId: 'größe', secret: 'pässwörd€' });
  });

  test.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['no credentials', 'Basic'],
    ['empty credentials', 'Basic '],
    ['another scheme', `Bearer ${encode('id:secret')}`],
    ['no space after the scheme', `Basic${encode('id:secret')}`],
    ['no colon', `Basic ${encode('idsecret')}`],
    ['an empty id', `Basic ${encode(':secret')}`],
    ['an empty secret', `Basic ${encode('id:')}`],
    ['a NUL in the id', `Basic ${encode('i\0d:secret')}`],
    ['a line feed in the secret', `Basic ${encode('id:sec\nret')}`],
    ['a DEL in the secret', `Basic ${encode('id:sec\u007fret')}`],
    ['bytes that are not UTF-8', `Basic ${encode(Uint8Array.of(0x69, 0x3a, 0xc3, 0x28))}`],
    ['an overlong encoding', `Basic ${encode(Uint8Array.of(0x69, 0x3a, 0xc0, 0xaf))}`],
    ['text that is not base64', 'Basic id:secret'],
    [
      'base64 with a foreign character in it',
      `Basic ${encode('id:secret').slice(0, 4)}!${encode('id:secret').slice(4)}`,
    ],
    ['base64 with a space in it', `Basic ${encode('id:secret').slice(0, 4)} ${encode('id:secret').slice(4)}`],
    ['the URL-safe alphabet', 'Basic YTpi77-_'],
    ['wrong padding', 'Basic YTpiYg='],
    ['too much padding', 'Basic YTpiYg==='],
    ['bits left over', 'Basic YTpiYh=='],
    ['a character of Latin-1', `Basic \u00a0${encode('id:secret')}`],
    ['a second set of credentials', `Basic ${encode('id:secret')}, Basic ${encode('id:secret')}`],
  ])('rejects %s', (_what, header) => {
    expect(parseBasic(header)).toBeNull();
  });

  test('parses every valid header, and throws for no invalid one', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => s.isWellFormed() && !hasControl(s));
    const id = text.filter((s) => !s.includes(':'));
    fc.assert(
      fc.property(id, text, (clientId, secret) => {
        expect(parseBasic(`Basic ${encode(`${clientId}:${secret}`)}`)).toEqual({ clientId, secret });
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const read = parseBasic(`Basic ${encode(bytes)}`);
        if (read) expect(Buffer.from(`${read.clientId}:${read.secret}`)).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

function hasControl(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}
