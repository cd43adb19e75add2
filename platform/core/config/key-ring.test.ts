import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemIds } from '../ids.ts';
import { KeyRing } from './key-ring.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64url')}`;
const OLD = key('old', 1);
const NEW = key('new', 2);

describe('an encrypted secret', () => {
  test('decrypts for its owner with every ring that has its key', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (secret, owner) => {
        const sealed = new KeyRing(OLD).seal(secret, owner);
        expect(sealed.keyId).toBe('old');
        expect(new KeyRing(`${NEW},${OLD}`).open(sealed, owner)).toBe(secret);
      }),
    );
  });

  test('differs each time, and never contains the secret', () => {
    const ring = new KeyRing(OLD);
    const secret = systemIds.newSecret();
    const [first, second] = [ring.seal(secret, 'a'), ring.seal(secret, 'a')];
    expect(Buffer.from(first.sealed).equals(Buffer.from(second.sealed))).toBe(false);
    expect(Buffer.from(first.sealed).includes(secret)).toBe(false);
  });

  test('does not decrypt for another owner', () => {
    const ring = new KeyRing(OLD);
    expect(() => ring.open(ring.seal('whsec_x', 'a'), 'b')).toThrow();
  });

  test('does not decrypt with any bit changed, or truncated', () => {
    const ring = new KeyRing(OLD);
    const { keyId, sealed } = ring.seal('whsec_x', 'a');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(() => ring.open({ keyId, sealed: changed }, 'a')).toThrow();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => ring.open({ keyId, sealed: sealed.subarray(0, length) }, 'a')).toThrow();
    }
  });

  test('does not decrypt with another key of the same name', () => {
    expect(() => new KeyRing(key('old', 3)).open(new KeyRing(OLD).seal('x', 'a'), 'a')).toThrow();
  });
});

describe('rotation', () => {
  test('encrypts with the first key, and decrypts with all', () => {
    const sealed = new KeyRing(OLD).seal('x', 'a');
    const ring = new KeyRing(`${NEW},${OLD}`);
    expect(ring.currentKeyId).toBe('new');
    const again = ring.seal(ring.open(sealed, 'a'), 'a');
    expect(new KeyRing(NEW).open(again, 'a')).toBe('x');
  });

  test('names a missing key after it was dropped', () => {
    const sealed = new KeyRing(OLD).seal('x', 'a');
    expect(() => new KeyRing(NEW).open(sealed, 'a')).toThrow('the key "old", which is not configured');
  });
});

test.each([
  '',
  'old',
  `old:${Buffer.alloc(31).toString('base64url')}`,
  `old:${Buffer.alloc(33).toString('base64url')}`,
  `${OLD},${key('old', 2)}`,
])('rejects invalid keys: %s', (text) => {
  expect(() => new KeyRing(text)).toThrow(/secret key \d/);
});
