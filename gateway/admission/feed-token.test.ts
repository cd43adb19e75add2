import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOBODY } from '../../test/support/credentials.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Authenticator } from './authenticator.ts';
import { readFeedToken } from './feed-token.ts';

test('a token is 32 bytes in base64url, and identified by its hash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const token = Buffer.from(bytes).toString('base64url');
      const read = readFeedToken(token);
      expect(read?.secret).toBe(token);
      expect(read?.clientId).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(read?.clientId).not.toBe(token);
    }),
  );
});

test('anything else is rejected', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      expect(readFeedToken(text)).toBeNull();
    }),
  );
  const token = Buffer.alloc(32, 1).toString('base64url');
  for (const wrong of [`${token}=`, token.slice(1), `${token}A`, `${token.slice(0, -1)}F`, ` ${token.slice(1)}`])
    expect(readFeedToken(wrong)).toBeNull();
});

test('malformed tokens cost no look-up, others one per time to live', async () => {
  let lookUps = 0;
  const clock = new FakeClock('2026-01-31T12:00:00Z');
  const lookUp = async () => {
    lookUps++;
    return NOBODY;
  };
  const authenticator = new Authenticator({ read: readFeedToken, lookUp, clock });
  for (let n = 0; n < 10; n++) await authenticator.authenticate(randomBytes(31).toString('base64url'));
  expect(lookUps).toBe(0);
  const token = randomBytes(32).toString('base64url');
  for (let n = 0; n < 10; n++) expect(await authenticator.authenticate(token)).toBeNull();
  expect(lookUps).toBe(1);
  clock.advance(5_000);
  await authenticator.authenticate(token);
  expect(lookUps).toBe(2);
});
