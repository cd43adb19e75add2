import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { etagOf, hasTag, ifNoneMatch, isTagList, parseIfMatch } from './etag.ts';

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
  test.each<[string, string[]]>([
    [`"7.${D}"`, ['7']],
    [`  "7.${D}"\t`, ['7']],
    [`"7.${D}", "8.${D}"`, ['7', '8']],
    [`"7.${D}","8.${D}"`, ['7', '8']],
    [`, ,"7.${D}",, \t,"8.${D}" ,`, ['7', '8']],
    [`"7,8.${D}", "9.${D}"`, ['7,8', '9']],
    [`"1.2.${D}"`, ['1.2']],
    ['', []],
    [' , ', []],
  ])('reads %j', (header, revisions) => {
    expect(parseIfMatch(header)).toEqual({ any: false, revisions });
  });

  test.each(['*', ' * '])('reads %j as any', (header) => {
    expect(parseIfMatch(header)).toEqual({ any: true, revisions: [] });
  });

  test.each([
    ['a weak tag', `W/"7.${D}"`],
    ['a tag without revision', `"${D}"`],
    ['a tag with an empty revision', `".${D}"`],
    ['a tag with one character too many', `"7.${D}A"`],
    ['a tag with one character too few', `"7.${D.slice(1)}"`],
    ['a tag with a character that no digest has', `"7.${D.slice(1)}+"`],
    ['a tag without digest', '"7."'],
  ])('ignores %s, but not the other tags', (_what, member) => {
    expect(parseIfMatch(member)).toEqual({ any: false, revisions: [] });
    expect(parseIfMatch(`"1.${D}", ${member}`)).toEqual({ any: false, revisions: ['1'] });
    expect(parseIfMatch(`${member}, "1.${D}"`)).toEqual({ any: false, revisions: ['1'] });
  });

  test('treats an asterisk as any only when it stands alone', () => {
    expect(parseIfMatch('"*"')).toEqual({ any: false, revisions: [] });
  });

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

describe('isTagList', () => {
  test.each(['', ' , ', '*', ' * ', '""', 'W/"a", "b,c" ,'])('accepts %j', (header) => {
    expect(isTagList(header)).toBe(true);
  });

  test.each([
    ['a tag without quotes', 'a'],
    ['a tag with one quote', '"a'],
    ['a tag with spaces in it', '"a b"'],
    ['a tag with text after it', '"a"b'],
    ['a tag with text before it', 'b"a"'],
    ['tags without a comma', '"a" "b"'],
    ['a lower-case weakness', 'w/"a"'],
    ['single quotes', "'a'"],
    ['an asterisk among others', '*'],
  ])('does not accept %s, whatever else the list has', (what, member) => {
    expect(isTagList(member)).toBe(what.startsWith('an asterisk'));
    expect(isTagList(`"1", ${member}`)).toBe(false);
    expect(isTagList(`${member}, "1"`)).toBe(false);
    expect(isTagList(`"1", ${member}, "2"`)).toBe(false);
  });
});

describe('hasTag', () => {
  test.each(['*', '""', 'W/"a"', ' , "a"'])('finds one in %j', (header) => {
    expect(hasTag(header)).toBe(true);
  });

  test.each(['', ' , ', 'a', '"a', "'a'", 'w/"a"', '"a" "b"', '*, *'])('finds none in %j', (header) => {
    expect(hasTag(header)).toBe(false);
  });
});

describe('ifNoneMatch', () => {
  const etag = '"7.hash"';

  test.each([
    '"7.hash"',
    'W/"7.hash"',
    '*',
    '"1.x", "7.hash"',
    'W/"1.x",W/"7.hash"',
    ', "7.hash"',
    '"a,b" , "7.hash" ',
  ])('matches %j', (header) => {
    expect(ifNoneMatch(header, etag)).toBe(true);
  });

  test.each([
    '',
    '7.hash',
    '"7.other"',
    '"7"',
    '"7.hash',
    'w/"7.hash"',
    '"x" "7.hash"',
    '"x,7.hash"',
    '*, "1.x"',
    '"7.HASH"',
  ])('does not match %j', (header) => {
    expect(ifNoneMatch(header, etag)).toBe(false);
  });
});
