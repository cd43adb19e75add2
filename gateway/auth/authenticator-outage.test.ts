import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../services/chassis/testing/fake-clock.ts';
import { Authenticator, type Credentials } from './authenticator.ts';
import { CLIENT, credentials, header, OWN } from './testing/credentials.ts';

describe('while its client cannot be asked about', () => {
  const away = async () => Promise.reject(new Error('directory is away'));
  const right = header(CLIENT, 'right');
  let lookUp: (clientId: string) => Promise<Credentials | null>;
  let authenticator: Authenticator;
  let clock: FakeClock;
  beforeEach(async () => {
    clock = new FakeClock('2026-01-31T12:00:00Z');
    lookUp = async () => credentials();
    authenticator = new Authenticator({ lookUp: (clientId) => lookUp(clientId), clock, graceMs: 15_000 });
    expect(await authenticator.authenticate(right)).toEqual(OWN);
  });

  test('a secret that was right stays so for the time of grace, and no longer', async () => {
    lookUp = away;
    clock.advance(14_999);
    expect(await authenticator.authenticate(right)).toEqual(OWN);
    clock.advance(1);
    await expect(authenticator.authenticate(right)).rejects.toThrow('directory is away');
    lookUp = async () => credentials();
    expect(await authenticator.authenticate(right)).toEqual(OWN);
  });

  test('nobody waits long for an answer that does not come', async () => {
    const slow = Promise.withResolvers<Credentials | null>();
    lookUp = () => slow.promise;
    clock.advance(5_000);
    expect(await authenticator.authenticate(right)).toEqual(OWN);
    slow.resolve(null);
    await slow.promise;
    await new Promise(setImmediate);
    expect(await authenticator.authenticate(right)).toBeNull();
  });

  test('another secret is not refused: it may be a new one', async () => {
    lookUp = away;
    clock.advance(5_000);
    await expect(authenticator.authenticate(header(CLIENT, 'new'))).rejects.toThrow('directory is away');
  });

  test('what was forgotten on its way is not relied on', async () => {
    lookUp = away;
    clock.advance(5_000);
    const asked = authenticator.authenticate(right);
    authenticator.forget();
    await expect(asked).rejects.toThrow('directory is away');
  });
});
