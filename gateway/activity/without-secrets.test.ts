import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemIds } from '../../platform/core/ids.ts';
import { withoutSecrets } from './record-requests.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => Buffer.from(each));
const hex = fc.stringMatching(/^[0-9a-f]{43,128}$/);
/**
 * Secrets as {@link systemIds} and what is made of them have them; none that is all lower-case hexadecimal, which is
 * taken for a digest.
 */
const secret = bytes
  .filter((each) => !/^[0-9a-f-]+$/.test(each.toString('base64url')))
  .chain((each) =>
    fc.constantFrom(
      each.toString('base64url'),
      `whsec_${each.toString('base64')}`,
      `lyceum-operator-${each.toString('base64url')}`,
      Buffer.from(`lyceum-abc:${each.toString('base64url')}`).toString('base64'),
    ),
  );

/** Writes some characters of a text percent-encoded, some of them twice. */
const encoded = (text: string) =>
  fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: text.length, maxLength: text.length }).map((how) =>
    Array.from(text, (character, at) => {
      const code = character.charCodeAt(0).toString(16);
      return [character, `%${code}`, `%${code.toUpperCase()}`, `%25${code}`][how[at] ?? 0];
    }).join(''),
  );

/** What is around a secret ends before it, so that what must be left is known. */
const around = fc
  .stringMatching(/^[a-z0-9 /?&=:.,;~%"]{0,30}$/)
  .map((text) => text.replaceAll(/%(?![^0-9a-fA-F]|$)/g, '%%'));

describe('a text', () => {
  it('has nothing of a secret, wherever it is and however it is encoded', () => {
    const cases = fc
      .tuple(around, secret, around)
      .chain(([before, own, after]) =>
        encoded(own).map((written) => ({ before: `${before}/`, written, after: `/${after}` })),
      );
    fc.assert(
      fc.property(cases, ({ before, written, after }) => {
        const shown = withoutSecrets(`${before}${written}${after}`);
        expect(shown).toContain('…');
        expect(shown.startsWith(before)).toBe(true);
        expect(shown.endsWith(after.slice(1))).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(before.length + after.length + 1);
      }),
      { numRuns: 500 },
    );
  });

  it('has nothing of a secret within other letters', () => {
    fc.assert(
      fc.property(secret, fc.stringMatching(/^[A-Za-z0-9_-]{0,20}$/), (own, word) => {
        expect(withoutSecrets(`${word}${own}${word}`)).not.toContain(own);
      }),
    );
  });

  it('keeps what is none: ids, digests, addresses, words', () => {
    const plain = fc.oneof(
      hex,
      fc.constant('').map(() => systemIds.newId()),
      fc.array(fc.uuid(), { minLength: 2, maxLength: 5 }).map((ids) => ids.join('-')),
      fc.array(fc.uuid(), { minLength: 2, maxLength: 5 }).map((ids) => `/api/v4/users?ids=${ids.join('%2C')}`),
      fc.constant('/api/v4/time-tracking/organization-members/sessions?updatedSince=2026-10-05T08:00:00.000Z'),
      fc.emailAddress().filter((text) => !/[\w-]{43}/.test(text)),
    );
    fc.assert(
      fc.property(plain, (text) => {
        expect(withoutSecrets(text)).toBe(text);
      }),
    );
  });

  it('of any characters takes no time', () => {
    const hostile = [
      `${'whsec_'.repeat(5_000)}`,
      '%25'.repeat(10_000),
      `${'a'.repeat(42)}.`.repeat(700),
      '%25%'.repeat(8_000),
    ];
    for (const text of hostile) expect(withoutSecrets(text).length).toBeLessThanOrEqual(text.length);
  });
});
