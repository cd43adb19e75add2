import { createHmac, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testKeys, tokenOf } from '../../../test/support/calls/test-identities.ts';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { AdministratorActor, FeedActor, IntegrationActor } from '../../core/actor.ts';
import { FULL } from '../../core/grant.ts';
import { IdentityIssuer } from './identity-issuer.ts';
import {
  newIdentityKeyText,
  parseIdentityKeys,
  parseIdentityPublicKeys,
  publicKeysOf,
  publicKeysText,
} from './identity-keys.ts';
import { IdentityVerifier } from './identity-verifier.ts';

const integration: IntegrationActor = {
  kind: 'integration',
  institutionId: '01990000-0000-7000-8000-000000000001',
  integrationId: '01990000-0000-7000-8000-000000000002',
  createdBy: '01990000-0000-7000-8000-000000000003',
  grant: FULL,
};
const feed: FeedActor = {
  kind: 'feed',
  institutionId: integration.institutionId,
  feedId: '01990000-0000-7000-8000-000000000005',
  scope: { of: 'room', id: '01990000-0000-7000-8000-000000000006' },
};
const administrator: AdministratorActor = {
  kind: 'administrator',
  institutionId: integration.institutionId,
  userId: '01990000-0000-7000-8000-000000000007',
  name: 'Eva ☕',
  sessionId: '01990000-0000-7000-8000-000000000008',
  roles: ['owner', 'auditor'],
};
const operator = { kind: 'operator', id: '01990000-0000-7000-8000-000000000004', name: 'Ada ☕' } as const;
const UNAUTHENTICATED = { code: 'CALLER_UNAUTHENTICATED' };

let clock: FakeClock;
let verifier: IdentityVerifier;
beforeEach(() => {
  clock = new FakeClock('2026-10-05T08:00:00.000Z');
  verifier = new IdentityVerifier(publicKeysOf(testKeys), clock);
});

const verify = async (token: string, by = verifier) => by.verify(token);
const seconds = () => Math.floor(clock.now() / 1_000);

describe('an identity', () => {
  it('names the actor it was issued for', async () => {
    const issuer = new IdentityIssuer(testKeys, clock);
    for (const who of [integration, { ...integration, createdBy: null, grant: FULL }, feed, administrator, operator])
      expect(await verify(await issuer.issue(who))).toEqual(who);
  });

  it('signed by another program according to the standards is valid', async () => {
    expect(await verify(tokenOf(integration))).toEqual(integration);
  });

  it('is checked once, then cached until it expires', async () => {
    const token = await new IdentityIssuer(testKeys, clock).issue(integration);
    const [first, second] = [verifier.verify(token), verifier.verify(token)];
    expect(second).toBe(first);
    await first;
    expect(verifier.verify(token)).toEqual(integration);
    clock.advance(89_999);
    expect(verifier.verify(token)).toEqual(integration);
    clock.advance(1);
    await expect(verify(token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(verify(token, new IdentityVerifier(publicKeysOf(testKeys), clock))).rejects.toMatchObject(
      UNAUTHENTICATED,
    );
  });

  it('is cached up to a maximum number', async () => {
    const few = new IdentityVerifier(publicKeysOf(testKeys), clock, { maxEntries: 2 });
    const tokens = [1, 2, 3].map((n) => tokenOf(integration, { claims: { n } }));
    for (const token of tokens) await few.verify(token);
    expect(tokens.map((token) => few.verify(token) instanceof Promise)).toEqual([true, false, false]);
  });
});

describe('an invalid identity is refused', () => {
  const others = parseIdentityKeys(newIdentityKeyText('test'));
  const claims = (more: Record<string, unknown>) => tokenOf(integration, { claims: more });
  const unsigned = (token: string) => token.slice(0, token.lastIndexOf('.') + 1);

  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['no token', () => 'a.b.c'],
    ['what another key of the same id has signed', () => tokenOf(integration, { key: others[0] as never })],
    ['a key that is not known', () => tokenOf(integration, { header: { kid: 'other' } })],
    ['no key', () => tokenOf(integration, { header: { kid: undefined } })],
    ['no signature', () => unsigned(tokenOf(integration))],
    ['no algorithm', () => unsigned(tokenOf(integration, { header: { alg: 'none' } }))],
    ['another kind of token', () => tokenOf(integration, { header: { typ: 'JWT' } })],
    ['an extension that must be understood', () => tokenOf(integration, { header: { crit: ['b64'], b64: false } })],
    ['another issuer', () => claims({ iss: 'somebody' })],
    ['no end', () => claims({ exp: undefined })],
    ['an end that is no number', () => claims({ exp: 'never' })],
    ['an end that has passed', () => claims({ exp: seconds() - 30 })],
    ['a beginning that is to come', () => claims({ nbf: seconds() + 31 })],
    ['an unknown kind of caller', () => claims({ kind: 'client' })],
    ['nobody', () => claims({ sub: undefined })],
    ['an integration that cannot be', () => claims({ sub: 'x' })],
    ['an institution that cannot be', () => claims({ institution: "x' OR 1=1" })],
    ['no institution', () => claims({ institution: undefined })],
    ['a creator that cannot be', () => claims({ createdBy: 'x', grant: FULL })],
    ['a feed of nothing', () => tokenOf(feed, { claims: { scopeOf: undefined } })],
    ['a feed of what cannot be', () => tokenOf(feed, { claims: { scopeId: '*' } })],
    ['an administrator without a name', () => tokenOf(administrator, { claims: { name: undefined } })],
    ['an administrator without an institution', () => tokenOf(administrator, { claims: { institution: undefined } })],
    ['an administrator without a session', () => tokenOf(administrator, { claims: { session: undefined } })],
    ['an administrator in a session that cannot be', () => tokenOf(administrator, { claims: { session: 'x' } })],
    ['an administrator who cannot be', () => tokenOf(administrator, { claims: { sub: 'x' } })],
    ['an operator without a name', () => claims({ kind: 'operator', name: undefined })],
    ['an endless text', () => claims({ more: 'x'.repeat(4_096) })],
  ])('%s', async (_, token) => {
    await expect(verify(token())).rejects.toMatchObject(UNAUTHENTICATED);
    // Refusals are not cached.
    await expect(verify(token())).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('the public key used as a shared secret', async () => {
    const [head, body] = tokenOf(integration, { header: { alg: 'HS256' } }).split('.');
    const secret = publicKeysOf(testKeys)[0]?.key.export({ format: 'der', type: 'spki' }) ?? '';
    const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
    await expect(verify(`${head}.${body}.${mac}`)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('each change of a character', async () => {
    const token = tokenOf(integration);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.stringMatching(/^[A-Za-z0-9_.-]$/), async (at, character) => {
        fc.pre(token[at] !== character && !isSpare(token, at));
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        await expect(verify(changed)).rejects.toMatchObject(UNAUTHENTICATED);
      }),
      { numRuns: 300 },
    );
  });
});

describe('keys', () => {
  const text = newIdentityKeyText('k1');

  it('are rotated: signatures of either are valid while both are known', async () => {
    const [before, after] = [parseIdentityKeys(text), parseIdentityKeys(newIdentityKeyText('k2'))];
    const both = parseIdentityPublicKeys(`${publicKeysText(before)}, ${publicKeysText(after)}`);
    const tokens = await Promise.all([before, after].map((keys) => new IdentityIssuer(keys, clock).issue(operator)));
    const all = new IdentityVerifier(both, clock);
    const new_ = new IdentityVerifier(publicKeysOf(after), clock);
    for (const token of tokens) expect(await verify(token, all)).toEqual(operator);
    await expect(verify(tokens[0] ?? '', new_)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await verify(tokens[1] ?? '', new_)).toEqual(operator);
  });

  it('the first one signs', async () => {
    const keys = parseIdentityKeys(`${newIdentityKeyText('k2')},${text}`);
    const [head = ''] = (await new IdentityIssuer(keys, clock).issue(operator)).split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ kid: 'k2', alg: 'EdDSA' });
    expect(() => new IdentityIssuer([], clock)).toThrow('no key');
  });

  it('are standard Ed25519 keys', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { d, x } = privateKey.export({ format: 'jwk' });
    const [key] = parseIdentityKeys(`k:${d}`);
    expect(key?.key.equals(createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })))).toBe(true);
    expect(publicKeysText(parseIdentityKeys(`k:${d}`))).toBe(`k:${x}`);
  });

  it.each([
    ['', 'identity key 1: must be id:secret'],
    [`a.b:${'A'.repeat(43)}`, 'identity key 1: the id must be'],
    [`${text},${text}`, 'identity key 2: the id "k1" is used twice'],
    ['k:AAAA', 'identity key 1 ("k"): the key has 3 bytes, it needs at least 32'],
    [`k:${'A'.repeat(64)}`, 'identity key 1 ("k"): the key has 48 bytes, it may have at most 32'],
  ])('that are invalid are named, but not shown: %j', (wrong, reason) => {
    const message = vi.fn((parse: () => unknown) => {
      try {
        parse();
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    });
    for (const parse of [parseIdentityKeys, parseIdentityPublicKeys]) {
      const thrown = message(() => parse(wrong));
      expect(thrown).toContain(reason);
      expect(thrown).not.toContain(text.slice(3));
    }
  });
});

/** Whether only unused bits at the end of a base64url part change: the text differs, but the token is the same. */
function isSpare(token: string, at: number): boolean {
  return at === token.length - 1 || token[at + 1] === '.';
}
