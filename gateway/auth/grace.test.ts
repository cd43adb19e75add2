import { hash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../services/chassis/testing/fake-clock.ts';
import { Authenticator, type Credentials } from './authenticator.ts';

/** Authentication while directory, which knows the credentials, is away or slow. */
const OWN = { integrationId: 'integration-1', institutionId: 'institution-1', createdBy: null };
const KNOWN: Credentials = { ...OWN, active: true, secretHashes: [hash('sha256', 'right', 'buffer')] };
const right = header('right');
const away = async () => Promise.reject(new Error('directory is away'));

let clock: FakeClock;
let lookUp: () => Promise<Credentials | null>;
let authenticator: Authenticator;
beforeEach(async () => {
  clock = new FakeClock('2026-01-31T12:00:00Z');
  lookUp = async () => KNOWN;
  authenticator = new Authenticator({ lookUp: () => lookUp(), clock, graceMs: 15_000 });
  expect(await authenticator.authenticate(right)).toEqual(OWN);
});

function header(secret: string): string {
  return `Basic ${Buffer.from(`client:${secret}`).toString('base64')}`;
}

test('a secret that was right stays so for the time of grace, and no longer', async () => {
  lookUp = away;
  clock.advance(14_999);
  expect(await authenticator.authenticate(right)).toEqual(OWN);
  clock.advance(1);
  await expect(authenticator.authenticate(right)).rejects.toThrow('directory is away');
  lookUp = async () => KNOWN;
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
  await expect(authenticator.authenticate(header('new'))).rejects.toThrow('directory is away');
});

test('what was forgotten on its way is not relied on', async () => {
  lookUp = away;
  clock.advance(5_000);
  const asked = authenticator.authenticate(right);
  authenticator.forget();
  await expect(asked).rejects.toThrow('directory is away');
});
