import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { etagOf, ifNoneMatch, parseIfMatch } from './etag.ts';

describe('etagOf', () => {
  test('is the revision and a hash of the bytes, in quotes', () => {
    expect(etagOf('7', '{}')).toBe('"7.RBNvo1WzZ4oRRq0W9-hknp"');
    expect(etagOf('', '{}')).toBe('"RBNvo1WzZ4oRRq0W9-hknp"');
  });

  test('is the same for a text and its bytes', () => {
    expect(etagOf('7', Buffer.from('{"name":"Zoë"}'))).toBe(etagOf('7', '{"name":"Zoë"}'));
  });

  test('changes with the data and with the revision', () => {
    expect(new Set([etagOf('7', '1'), etagOf('7', '2'), etagOf('8', '1'), etagOf('', '1')]).size).toBe(4);
  });

  test('is accepted by both headers, whatever the revision', () => {
    const revision = fc.stringMatching(/^[\x21\x23-\x7e]{1,40}$/);
    fc.assert(
      fc.property(revision, fc.string(), (text, data) => {
        const etag = etagOf(text, data);
        expect(parseIfMatch(`"a.b" , ${etag},`)).toEqual({ any: false, revisions: [text] });
        expect(ifNoneMatch(`W/"a.b",W/${etag}`, etag)).toBe(true);
      }),
    );
  });
});

/** A digest of the form that is issued. */
const D = 'RBNvo1WzZ4oRRq0W9-hkn_';

describe('parseIfMatch', () => {
  test('reads any text, in linear time', () => {
    const tag = `"a.${D}"`;
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', ',', ' ', '\t', 'W/', '*', 'a', '.', 'é', tag)), (parts) => {
        const { any, revisions } = parseIfMatch(parts.join(''));
        expect(any && revisions.length > 0).toBe(false);
        expect(revisions).not.toContain('');
      }),
    );
    for (const piece of [' ', '"', '",', ' "', 'W/', '"a.b" ', ', ', '.', `.${D}`]) {
      expect(parseIfMatch(`a${piece.repeat(200_000)}b`).any).toBe(false);
      expect(parseIfMatch(`"${piece.repeat(200_000)}"`).any).toBe(false);
    }
  });
});
