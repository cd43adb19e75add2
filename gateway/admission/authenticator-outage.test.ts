import { beforeEach, describe, expect, test } from 'vitest';
import { answerTo, CLIENT, header, NOBODY, OWN } from '../../test/support/credentials.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { Authenticator, type AuthenticatorOptions } from './authenticator.ts';
import { readBasic } from './basic-credentials.ts';
import type { Answer } from './known-client.ts';

describe('while identity is unavailable or slow', () => {
  const unavailable = async () => Promise.reject(new Error('identity is unavailable'));
  const there: AuthenticatorOptions['lookUp'] = async (_, secret) => answerTo(secret);
  const right = header(CLIENT, 'right');
  let lookUp: AuthenticatorOptions['lookUp'];
  let authenticator: Authenticator;
  let clock: FakeClock;
  beforeEach(async () => {
    clock = new FakeClock('2026-01-31T12:00:00Z');
    lookUp = there;
    authenticator = new Authenticator({
      read: readBasic,
      lookUp: (clientId, secret) => lookUp(clientId, secret),
      clock,
      graceMs: 15_000,
      maxEntries: 3,
      maxRefused: 3,
    });
    expect(await authenticator.authenticate(right)).toMatchObject(OWN);
  });

  test('a right secret stays valid for the grace period, and no longer', async () => {
    lookUp = unavailable;
    clock.advance(14_999);
    expect(await authenticator.authenticate(right)).toMatchObject(OWN);
    clock.advance(1);
    await expect(authenticator.authenticate(right)).rejects.toThrow('identity is unavailable');
    lookUp = there;
    expect(await authenticator.authenticate(right)).toMatchObject(OWN);
  });

  test('a known client does not wait long for an answer that does not come', async () => {
    const slow = Promise.withResolvers<Answer>();
    lookUp = () => slow.promise;
    clock.advance(5_000);
    expect(await authenticator.authenticate(right)).toMatchObject(OWN);
    slow.resolve(NOBODY);
    await slow.promise;
    await new Promise(setImmediate);
    expect(await authenticator.authenticate(right)).toBeNull();
  });

  test('another secret is not rejected: it may be a new one', async () => {
    lookUp = unavailable;
    clock.advance(5_000);
    await expect(authenticator.authenticate(header(CLIENT, 'new'))).rejects.toThrow('identity is unavailable');
  });

  test('a client dropped from the cache during its look-up gets no grace', async () => {
    lookUp = unavailable;
    clock.advance(5_000);
    const authenticated = authenticator.authenticate(right);
    authenticator.forget();
    await expect(authenticated).rejects.toThrow('identity is unavailable');
  });

  test('a flood of unknown ids ends no client’s grace, before or during the outage', async () => {
    const flood = (from: number) =>
      Promise.allSettled(
        Array.from({ length: 50 }, async (_, n) => authenticator.authenticate(header(unknown(from + n), 'any'))),
      );
    lookUp = async () => NOBODY;
    expect(new Set((await flood(0)).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
    lookUp = unavailable;
    expect(new Set((await flood(50)).map(({ status }) => status))).toEqual(new Set(['rejected']));
    clock.advance(14_999);
    expect(await authenticator.authenticate(right)).toMatchObject(OWN);
  });

  test('a client’s own wrong secrets do not end its grace either', async () => {
    clock.advance(5_000);
    expect(await authenticator.authenticate(header(CLIENT, 'wrong'))).toBeNull();
    lookUp = unavailable;
    clock.advance(9_999);
    expect(await authenticator.authenticate(right)).toMatchObject(OWN);
    clock.advance(1);
    await expect(authenticator.authenticate(right)).rejects.toThrow('identity is unavailable');
  });
});

function unknown(number: number): string {
  return `lyceum-unknown-${String(number).padStart(8, '0')}`;
}
