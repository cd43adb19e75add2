import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicKeysOf } from '../../../platform/calls/identity/identity-keys.ts';
import { oidcProviderOf, oidcVariables } from '../../../platform/calls/identity/identity-variables.ts';
import { IdentityVerifier } from '../../../platform/calls/identity/identity-verifier.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { readConfig } from '../../../platform/core/config/config.ts';
import { OperatorService } from '../../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { testKeys } from '../../../test/support/calls/test-identities.ts';
import { TestOidcProvider } from '../../../test/support/calls/test-oidc-provider.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

let provider: TestOidcProvider;
let service: TestService;
let now: number;
beforeAll(async () => {
  provider = await TestOidcProvider.start();
  service = await startIdentity({ oidc: provider.settings });
});
afterAll(async () => {
  await service?.stop();
  await provider?.stop();
});
beforeEach(() => {
  now = service.clock.now() / 1_000;
});

const claims = (): JWTPayload => ({
  iss: provider.issuer,
  aud: 'lyceum',
  sub: '00u1',
  exp: now + 600,
  groups: ['staff', 'lyceum'],
  email: 'ada@school.example',
});

async function identityOf(credential: string, of: TestService = service) {
  return (await of.call(ANONYMOUS)(OperatorService.method.authenticateOperator, { credential })).identity;
}

describe('a token of the provider', () => {
  it.each(['RS256', 'ES256', 'EdDSA'] as const)('signed with %s identifies the operator', async (alg) => {
    const identity = await identityOf(await provider.sign(claims(), alg));
    const ada = { id: 'https://id.example 00u1', name: 'ada@school.example' };
    expect(identity).toMatchObject({ operatorId: ada.id, name: ada.name });
    const verifier = new IdentityVerifier(publicKeysOf(testKeys), service.clock);
    expect(await verifier.verify(identity?.token ?? '')).toEqual({ kind: 'operator', ...ada });
  });

  it('may have an issuer with a trailing slash, and several audiences', async () => {
    const more = { iss: `${provider.issuer}/`, aud: ['other', 'lyceum'], email_verified: true };
    expect(await identityOf(await provider.sign({ ...claims(), ...more }))).toMatchObject({
      name: 'ada@school.example',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['of another provider', { iss: 'https://evil.example' }],
    ['for another audience', { aud: 'payroll' }],
    ['for no audience', { aud: undefined }],
    ['that has expired', { exp: 1 }],
    ['without an expiry', { exp: undefined }],
    ['that is not valid yet', { nbf: 7_258_118_400 }],
    ['without a subject', { sub: undefined }],
    ['with a space in its subject', { sub: '00u1 00u2' }],
    ['of a user outside the group', { groups: ['staff'] }],
    ['of a user without groups', { groups: undefined }],
    ['whose groups are a string that contains the group', { groups: 'lyceum' }],
    ['with an unverified email', { email_verified: false }],
    ['without a name', { email: undefined }],
    ['with a line break in the email', { email: 'ada\nroot' }],
    ['with the name of the operator of a development system', { email: 'local' }],
    ['with that name in another spelling', { email: 'Local ' }],
  ])('%s is invalid', async (_, other) => {
    expect(await identityOf(await provider.sign({ ...claims(), ...other } as JWTPayload))).toBeUndefined();
  });

  it('with another signer, no signature, or the public key as an HMAC secret is invalid', async () => {
    const [, payload = ''] = (await provider.sign(claims())).split('.');
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = (header: object) => `${text(header)}.${payload}`;
    const shared = provider.publicKey('RS256').export({ type: 'spki', format: 'pem' });
    const hmac = unsigned({ alg: 'HS256', kid: 'RS256' });
    for (const token of [
      await provider.sign(claims(), 'RS256', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      `${unsigned({ alg: 'none' })}.`,
      `${unsigned({ alg: 'RS256', kid: 'RS256' })}.`,
      `${hmac}.${createHmac('sha256', shared).update(hmac).digest('base64url')}`,
      `${unsigned({ alg: 'RS256', kid: 'gone' })}.AA`,
    ])
      expect(await identityOf(token)).toBeUndefined();
  });
});

it('a token signed with a key that is too short is invalid, and the other keys of the provider stay valid', async () => {
  expect(await identityOf(provider.signWithShortKey(claims()))).toBeUndefined();
  expect(await identityOf(await provider.sign(claims()))).toMatchObject({ name: 'ada@school.example' });
});

it('a text that is not a token does not fetch keys', async () => {
  const another = await startIdentity({ oidc: provider.settings });
  const before = provider.requestCount;
  for (const text of ['', 'x', 'a.b.c', `lyceum-operator-${'a'.repeat(43)}`, 'x'.repeat(16_384)])
    expect(await identityOf(text, another)).toBeUndefined();
  expect(provider.requestCount).toBe(before);
  await another.stop();
});

it('while the provider is unavailable, its tokens are neither accepted nor rejected', async () => {
  const another = await startIdentity({ oidc: provider.settings });
  const token = await provider.sign(claims());
  provider.isUnavailable = true;
  await expect(identityOf(token, another)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  provider.isUnavailable = false;
  expect(await identityOf(token, another)).toMatchObject({ name: 'ada@school.example' });
  await another.stop();
});

it('without a provider, its tokens are invalid', async () => {
  const another = await startIdentity();
  expect(await identityOf(await provider.sign(claims()), another)).toBeUndefined();
  await another.stop();
});

describe('the configuration', () => {
  const all = {
    OPERATOR_OIDC_ISSUER: 'https://id.example/',
    OPERATOR_OIDC_JWKS_URL: 'https://id.example/keys',
    OPERATOR_OIDC_AUDIENCE: 'lyceum',
    OPERATOR_OIDC_GROUP: 'operators',
  };
  const read = (environment: Record<string, string>) => oidcProviderOf(readConfig(oidcVariables, environment));

  it('may name a provider, or none', () => {
    expect(read({})).toBeUndefined();
    expect(read(all)).toEqual({
      issuer: 'https://id.example',
      jwksUrl: 'https://id.example/keys',
      audience: 'lyceum',
      group: 'operators',
      groupsClaim: 'groups',
      nameClaim: 'email',
    });
  });

  it.each(Object.keys(all))('without %s fails at start', (name) => {
    expect(() => read({ ...all, [name]: '' })).toThrow('belong together');
  });

  it('with keys without TLS fails at start', () => {
    expect(() => read({ ...all, OPERATOR_OIDC_JWKS_URL: 'http://id.example/keys' })).toThrow('https://');
  });
});
