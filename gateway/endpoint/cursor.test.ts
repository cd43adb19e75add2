import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { type CursorBinding, Cursors } from './cursor.ts';
import { newCursorKey, parseCursorKeys } from './cursor-keys.ts';

const OLD = `old:${Buffer.alloc(32, 1).toString('base64url')}`;
const NEW = `new:${Buffer.alloc(32, 2).toString('base64url')}`;
const POSITION = { sort: '2026-01-31T12:00:00.000Z', id: '0190a000-0000-7000-8000-000000000001' };
const BINDING: CursorBinding = {
  institutionId: 'institution',
  integrationId: 'integration',
  operation: 'listRoomsOfLocation 0190',
  filters: { code: 'a', updatedSince: 'b' },
};

let clock: FakeClock;

beforeEach(() => {
  clock = new FakeClock('2026-01-31T12:00:00Z');
});

function cursors(keys = OLD): Cursors {
  return new Cursors({ keys: parseCursorKeys(keys), clock });
}

describe('Cursors', () => {
  test('open what they issued, in any order of the filters', () => {
    const cursor = cursors().issue(POSITION, BINDING);
    expect(cursors().open(cursor, BINDING)).toEqual(POSITION);
    expect(cursors().open(cursor, { ...BINDING, filters: { updatedSince: 'b', code: 'a' } })).toEqual(POSITION);
  });

  test('issue URL-safe text for any position', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyText, anyText, (sort, id) => {
        const cursor = cursors().issue({ sort, id }, BINDING);
        expect(cursor).toMatch(/^[A-Za-z0-9._-]+$/);
        expect(cursors().open(cursor, BINDING)).toEqual({ sort, id });
      }),
    );
  });

  test('are valid for 24 hours', () => {
    const cursor = cursors().issue(POSITION, BINDING);
    clock.advance(DAY_MS - 1);
    expect(cursors().open(cursor, BINDING)).toEqual(POSITION);
    clock.advance(1);
    expect(cursors().open(cursor, BINDING)).toBeNull();
  });

  test.each<[string, Partial<CursorBinding>]>([
    ['institution', { institutionId: 'other' }],
    ['integration', { integrationId: 'other' }],
    ['operation', { operation: 'listRooms' }],
    ['path id', { operation: 'listRoomsOfLocation 0191' }],
    ['filter value', { filters: { code: 'b', updatedSince: 'b' } }],
    ['filter name', { filters: { code: 'a', from: 'b' } }],
    ['set of filters', { filters: { code: 'a' } }],
    ['boundary between parts', { institutionId: 'institutionintegration', integrationId: '' }],
    ['boundary between filters', { filters: { code: 'a","updatedSince":"b' } }],
  ])('do not open for another %s', (_what, other) => {
    const cursor = cursors().issue(POSITION, BINDING);
    expect(cursors().open(cursor, { ...BINDING, ...other })).toBeNull();
  });

  test('open under every key while keys rotate', () => {
    const before = cursors(OLD).issue(POSITION, BINDING);
    const rotating = cursors(`${NEW},${OLD}`);
    expect(rotating.open(before, BINDING)).toEqual(POSITION);
    const after = rotating.issue(POSITION, BINDING);
    expect(after.startsWith('new.')).toBe(true);
    expect(cursors(NEW).open(after, BINDING)).toEqual(POSITION);
    expect(cursors(NEW).open(before, BINDING)).toBeNull();
  });

  test('do not open under a foreign key with the same id, or an own key with another id', () => {
    const cursor = cursors(OLD).issue(POSITION, BINDING);
    expect(cursors(NEW.replace('new', 'old')).open(cursor, BINDING)).toBeNull();
    expect(cursors(`${OLD},${OLD.replace('old', 'twin')}`).open(cursor.replace('old', 'twin'), BINDING)).toBeNull();
  });

  test('do not open with any one character changed, removed or added', () => {
    const cursor = cursors(`${OLD},${NEW}`).issue(POSITION, BINDING);
    const opening = cursors(`${OLD},${NEW}`);
    for (let at = 0; at <= cursor.length; at++) {
      const [before, rest, after] = [cursor.slice(0, at), cursor.slice(at), cursor.slice(at + 1)];
      for (const character of 'AZaz09-_.=+/ %\n\0é') {
        if (character !== cursor[at]) expect(opening.open(before + character + after, BINDING)).toBeNull();
        expect(opening.open(before + character + rest, BINDING)).toBeNull();
      }
      // Another character with the right low byte.
      if (at < cursor.length) {
        const twin = String.fromCharCode(cursor.charCodeAt(at) + 0x100);
        expect(opening.open(before + twin + after, BINDING)).toBeNull();
        expect(opening.open(before + after, BINDING)).toBeNull();
      }
    }
  });

  test('do not open in another spelling of the same bytes', () => {
    const cursor = cursors().issue(POSITION, BINDING);
    const [keyId, payload = '', signature = ''] = cursor.split('.');
    // The last of 43 characters encodes only 4 bits: three others decode to the same bytes.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const bytes = Buffer.from(signature, 'base64url');
    const twins = [...alphabet]
      .map((last) => signature.slice(0, -1) + last)
      .filter((text) => Buffer.from(text, 'base64url').equals(bytes));
    expect(twins).toHaveLength(4);
    expect(twins.filter((twin) => cursors().open(`${keyId}.${payload}.${twin}`, BINDING))).toEqual([signature]);
    for (const text of [
      `${cursor}=`,
      `${keyId}.${payload}=.${signature}`,
      ` ${cursor}`,
      `${cursor} `,
      `${cursor}.`,
      `.${cursor}`,
      cursor + cursor,
    ]) {
      expect(cursors().open(text, BINDING)).toBeNull();
    }
  });

  test.each([
    '',
    '.',
    '..',
    '...',
    'old',
    'old..',
    'old.e30.',
    '__proto__.e30.AAAA',
    'x'.repeat(1_000_000),
    '.'.repeat(1_000_000),
    'ü',
    '\ud800',
    'null',
  ])('do not open text that is not a cursor', (text) => {
    expect(cursors().open(text, BINDING)).toBeNull();
  });

  test('never open text that they did not issue', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String(),
          fc.array(fc.base64String(), { maxLength: 5 }).map((a) => `old.${a.join('.')}`),
        ),
        (text) => {
          expect(cursors().open(text, BINDING)).toBeNull();
        },
      ),
    );
  });

  test('need a key', () => {
    expect(() => new Cursors({ keys: [], clock })).toThrow('at least one key');
  });
});

describe('parseCursorKeys', () => {
  test('reads keys in order, with padding or without', () => {
    expect(parseCursorKeys(`${NEW}, ${OLD}=`).map(({ id, secret }) => [id, secret.export().toString('hex')])).toEqual([
      ['new', '02'.repeat(32)],
      ['old', '01'.repeat(32)],
    ]);
  });

  test.each([
    ['', 'cursor key 1: must be id:secret'],
    ['abc', 'cursor key 1: must be id:secret'],
    [`${OLD},`, 'cursor key 2: must be id:secret'],
    [`:${Buffer.alloc(32).toString('base64url')}`, 'cursor key 1: the id must be'],
    [`a.b:${Buffer.alloc(32).toString('base64url')}`, 'cursor key 1: the id must be'],
    [`${OLD},${OLD}`, 'cursor key 2: the id "old" is used twice'],
    [
      `a:${Buffer.alloc(31).toString('base64url')}`,
      'cursor key 1 ("a"): the secret has 31 bytes, it needs at least 32',
    ],
    ['a:', 'cursor key 1 ("a"): the secret has 0 bytes'],
    [`a:${Buffer.alloc(33, 0xff).toString('base64')}`, 'cursor key 1 ("a"): the secret is not base64url'],
    ['a:sécret', 'cursor key 1 ("a"): the secret is not base64url'],
  ])('rejects %j', (text, message) => {
    expect(() => parseCursorKeys(text)).toThrow(message);
  });

  test.each(['!', ''])('never shows a secret', (end) => {
    const secret = `${Buffer.alloc(20, 7).toString('base64url')}${end}`;
    let message = '';
    try {
      parseCursorKeys(`a:${secret}`);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('cursor key 1 ("a")');
    expect(message).not.toContain(secret.slice(0, 8));
  });
});

describe('newCursorKey', () => {
  test('makes a different key each time', () => {
    const cursor = new Cursors({ keys: [newCursorKey()], clock }).issue(POSITION, BINDING);
    expect(new Cursors({ keys: [newCursorKey()], clock }).open(cursor, BINDING)).toBeNull();
  });
});
