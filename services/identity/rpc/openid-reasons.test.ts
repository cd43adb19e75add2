import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { OpenIdFault, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { ForgingProvider } from '../../../test/support/console/forging-provider.ts';
import { newInstitution, platform } from '../../../test/support/directory/institution.ts';
import { newAdministrator, newColleague, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { userChange } from '../../../test/support/resource-change.ts';

const { setOpenIdProvider, getOpenIdProvider, tryOpenIdProvider, beginOpenIdSignIn, finishOpenIdSignIn } =
  OpenIdService.method;
const redirectUri = 'https://console.example/console/openid';
const client = { clientId: 'console', clientSecret: 'a secret of the console' };
const BASIC = 'client_secret_basic';
const POST = 'client_secret_post';

let service: TestService;
let provider: ForgingProvider;
let operator: TenantActor;
let ref: string;
let ada: User;
let call: Call;
let anyone: Call;
beforeAll(async () => {
  [service, provider] = await Promise.all([startIdentity({ service: 'own' }), ForgingProvider.start()]);
  anyone = service.call(ANONYMOUS);
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));
beforeEach(async () => {
  operator = await newInstitution(service);
  const { institutions } = await service.call(platform)(InstitutionService.method.listInstitutions, {});
  ref = institutions.find(({ id }) => id === operator.institutionId)?.ref ?? '';
  ada = await newAdministrator(service, operator, 'ada@x.example');
  call = service.call((await signIn(service, operator, ada)).actor);
  await service.call(operator)(AdministratorService.method.createSignInLink, { email: ada.email });
  provider.metadata = {};
  provider.takes = undefined;
  await set();
});

const set = (more: object = {}) => call(setOpenIdProvider, { issuer: provider.issuer, ...client, ...more });
const tried = async () => {
  const { fault, detail } = await call(tryOpenIdProvider, { redirectUri });
  return [fault, detail];
};
const lastFailure = async () => (await call(getOpenIdProvider, {})).lastFailure;

/** Comes back from the provider. @param change of the address with which the browser does */
async function finish(
  { url = '', stateToken = '' }: { readonly url?: string; readonly stateToken?: string } = {},
  { claims = {}, change = {} }: { readonly claims?: object; readonly change?: Record<string, string> } = {},
) {
  const { searchParams } = new URL(url);
  const [nonce, state = ''] = [searchParams.get('nonce'), searchParams.get('state') ?? ''];
  provider.claims = { aud: client.clientId, nonce, email: ada.email, ...claims };
  const callbackUrl = `${redirectUri}?${new URLSearchParams({ code: 'x', state, ...change })}`;
  return anyone(finishOpenIdSignIn, { callbackUrl, stateToken, origin: ORIGIN });
}

async function enter(options: Parameters<typeof finish>[1] = {}) {
  const { signIn: begun } = await anyone(beginOpenIdSignIn, { institutionRef: ref, redirectUri });
  return (await finish(begun, options)).session;
}

const verified = { claims: { email_verified: true } };

describe('the console proves at the token endpoint that it is the client', () => {
  it.each([
    ['by Basic where the metadata say nothing', undefined, BASIC],
    ['by Basic where they know nothing that it can', ['private_key_jwt'], BASIC],
    ['by Basic where they say so', [BASIC], BASIC],
    ['in the body where they say so', [POST], POST],
    ['as the client is registered where they say both', [POST, BASIC], BASIC],
    ['as the client is registered where they say both', [BASIC, POST], POST],
  ] as const)('%s: %j, %s', async (_, methods, takes) => {
    provider.takes = takes;
    provider.metadata = { token_endpoint_auth_methods_supported: methods };
    expect(await tried()).toEqual([OpenIdFault.UNSPECIFIED, '']);
    expect(await enter(verified)).toBeDefined();
  });

  it.each([
    [undefined, POST],
    [[POST], BASIC],
  ] as const)('and is refused as any other way is: %j, %s', async (methods, takes) => {
    provider.takes = takes;
    provider.metadata = { token_endpoint_auth_methods_supported: methods };
    expect(await tried()).toEqual([OpenIdFault.CLIENT_REFUSED, '']);
    expect(await enter(verified)).toBeUndefined();
    expect(await lastFailure()).toMatchObject({ fault: OpenIdFault.CLIENT_REFUSED });
  });
});

describe('a sign-in that is refused', () => {
  const refusals = () =>
    service.sql<{ at: string; resource: string; why: object }>(
      `SELECT recorded_at AS at, resource, fields_after AS why FROM audit_log
       WHERE institution_id = $1 AND operation = 'RefuseSignIn' ORDER BY sequence`,
      [operator.institutionId],
    );

  it('is in the audit log with its reason, at the administrator if it was about one', async () => {
    expect(await enter({ claims: { email: 'stranger@x.example', email_verified: true } })).toBeUndefined();
    expect(await enter(verified)).toBeDefined();
    expect(await enter({ claims: { email_verified: true, sub: 'another' } })).toBeUndefined();
    expect(await refusals()).toMatchObject([
      { resource: 'openid_provider', why: { refused: 'NOBODY' } },
      { resource: 'administrator', why: { refused: 'OTHER_ACCOUNT' } },
    ]);
  });

  it('fills the audit log no further than two hundred times in an hour', async () => {
    await service.sql(
      `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, version_before, version_after, request_id)
       SELECT $1, $2::timestamptz - n * interval '10 seconds', 'anonymous', 'RefuseSignIn', 'passkey', $1, $1, $1, 'r'
       FROM generate_series(1, 200) AS n`,
      [operator.institutionId, new Date(service.clock.now())],
    );
    const refuse = () => enter({ claims: { email: 'stranger@x.example', email_verified: true } });
    await refuse();
    expect((await refusals()).length).toBe(200);
    service.clock.advance(3_600_000);
    await refuse();
    expect((await refusals()).length).toBe(201);
  });
});

describe('a provider that confirms its addresses', () => {
  it('signs in by an address of which it says nothing, and by none that it calls not verified', async () => {
    expect(await enter()).toBeUndefined();
    expect(await lastFailure()).toMatchObject({ fault: OpenIdFault.UNCONFIRMED });
    await set({ confirmsAddresses: true });
    expect(await lastFailure()).toBeUndefined();
    expect(await enter()).toBeDefined();
    for (const email_verified of [false, 'false', 'yes', 0])
      expect([email_verified, await enter({ claims: { email_verified } })]).toEqual([email_verified, undefined]);
    expect(await lastFailure()).toMatchObject({ fault: OpenIdFault.NOT_CONFIRMED });
  });

  it('is so as long as nobody says otherwise, for the same issuer, and keeps its secret', async () => {
    const { issuer } = provider;
    const { clientId } = client;
    expect((await call(setOpenIdProvider, { issuer, clientId, confirmsAddresses: true })).provider).toMatchObject({
      confirmsAddresses: true,
    });
    expect((await call(setOpenIdProvider, { issuer, clientId })).provider).toMatchObject({ confirmsAddresses: true });
    expect(await enter()).toBeDefined();
    expect((await set({ issuer: 'https://id.example' })).provider).toMatchObject({ confirmsAddresses: false });
  });

  it('stays so where nobody could sign in otherwise', async () => {
    await set({ confirmsAddresses: true });
    await enter();
    await service.sql('DELETE FROM sign_in_links WHERE institution_id = $1', [operator.institutionId]);
    await expect(set({ confirmsAddresses: false })).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' });
  });

  it('is not all of Entra ID: any tenant could name any address', async () => {
    for (const tenant of ['common', 'organizations', 'Consumers'])
      for (const rest of ['', '/v2.0'])
        await expect(set({ issuer: `https://login.microsoftonline.com/${tenant}${rest}` })).rejects.toMatchObject({
          violations: [{ pointer: '/issuer' }],
        });
    await set({ issuer: 'https://login.microsoftonline.com/commonwealth.example/v2.0' });
  });
});

describe('the account at the provider with which somebody has signed in first', () => {
  const from = (sub: string, claims: object = {}) => ({ claims: { email_verified: true, sub, ...claims } });

  it('signs them in, whatever their address is, and no other account does', async () => {
    expect(await enter(from('a'))).toBeDefined();
    expect(await enter(from('b'))).toBeUndefined();
    expect(await lastFailure()).toMatchObject({ fault: OpenIdFault.OTHER_ACCOUNT });
    await signIn(service, operator, ada);
    expect(await enter(from('b'))).toBeUndefined();
    const email = 'ada.new@x.example';
    const change = { id: ada.id, precondition: { any: true }, ...userChange({ email }) };
    await service.call(operator)(UserService.method.updateUser, change);
    expect(await enter(from('b', { email }))).toBeUndefined();
    expect(await enter(from('a', { email }))).toBeDefined();
  });

  it('is bound by the first sign-in, one of before too, until they are added anew; at each provider of its own', async () => {
    expect(await enter(from('a'))).toBeDefined();
    await service.sql('UPDATE administrators SET signed_in_subject = NULL WHERE id = $1', [ada.id]);
    expect(await enter(from('b'))).toBeDefined();
    expect(await enter(from('a'))).toBeUndefined();
    await service.sql('UPDATE administrators SET signed_in_issuer = $1 WHERE id = $2', ['https://old.example', ada.id]);
    expect(await enter(from('a'))).toBeDefined();
    await newColleague(service, operator);
    await service.call(operator)(AdministratorService.method.removeAdministrator, { userId: ada.id });
    await service.call(operator)(AdministratorService.method.addAdministrator, { email: ada.email });
    expect(await enter(from('c'))).toBeDefined();
  });

  it('has a name as the standard has it', async () => {
    for (const sub of ['', 'x'.repeat(256), 'zero\0', 'ä']) expect(await enter(from(sub))).toBeUndefined();
    expect(await lastFailure()).toMatchObject({ fault: OpenIdFault.WRONG_ANSWER });
    expect(await enter(from('x'.repeat(255)))).toBeDefined();
  });
});

describe('the last failed sign-in', () => {
  it.each<[keyof typeof OpenIdFault, string, Parameters<typeof finish>[1]]>([
    ['DENIED', 'access_denied', { change: { error: 'access_denied' } }],
    ['DENIED', '', { change: { error: 'böse' } }],
    ['DENIED', '', { change: { error: 'x'.repeat(300) } }],
    ['WRONG_ANSWER', '', { change: { state: 'x'.repeat(43) } }],
    ['WRONG_ANSWER', '', { claims: { nonce: 'x' } }],
    ['WRONG_ANSWER', '', { claims: { iss: 'https://evil.example' } }],
    ['NO_ADDRESS', '', { claims: { email: undefined } }],
    ['NO_ADDRESS', '', { claims: { email: 'no address' } }],
    ['UNCONFIRMED', '', {}],
    ['NOBODY', '', { claims: { email: 'nobody@x.example', email_verified: true } }],
    ['NO_ADMINISTRATOR', '', { claims: { email: 'bo@x.example', email_verified: true } }],
  ])('is told with its reason: %s %j', async (fault, detail, options) => {
    await service.call(operator)(UserService.method.createUser, { user: { email: 'bo@x.example', name: 'Bo' } });
    expect(await enter(options)).toBeUndefined();
    const failure = { failedAt: new Date(service.clock.now()).toISOString(), fault: OpenIdFault[fault], detail };
    expect(await lastFailure()).toMatchObject(failure);
  });

  it('is one, also of a provider that is away, and no other institution’s', async () => {
    await enter();
    await set({ issuer: 'http://127.0.0.1:1' });
    expect((await anyone(beginOpenIdSignIn, { institutionRef: ref, redirectUri })).signIn).toBeUndefined();
    expect(await lastFailure()).toMatchObject({ fault: OpenIdFault.UNREACHABLE });
    const { institutionId } = operator;
    const rows = await service.sql('SELECT FROM openid_failures WHERE institution_id = $1', [institutionId]);
    expect(rows).toHaveLength(1);
    await call(OpenIdService.method.removeOpenIdProvider, {});
    await set();
    expect(await lastFailure()).toBeUndefined();
  });
});

it('an issuer that differs by its slash is named as the provider writes it', async () => {
  provider.metadata = { issuer: `${provider.issuer}/school/` };
  await set({ issuer: `${provider.issuer}/school` });
  // Its metadata are found below the address that was entered.
  provider.paths = { '/school/.well-known/openid-configuration': '/.well-known/openid-configuration' };
  expect(await tried()).toEqual([OpenIdFault.INVALID, `${provider.issuer}/school/`]);
  provider.metadata = { issuer: 'https://evil.example/school/' };
  expect(await tried()).toEqual([OpenIdFault.INVALID, '']);
});

describe('a try', () => {
  async function tryWith(options: Parameters<typeof finish>[1], by = call) {
    const { signIn: begun } = await call(tryOpenIdProvider, { redirectUri });
    const { session, resultToken } = await finish(begun, options);
    expect(session).toBeUndefined();
    return (await by(tryOpenIdProvider, { redirectUri, resultToken: resultToken })).result;
  }

  it('is told to the one who has tried, for ten minutes', async () => {
    const bo = await newAdministrator(service, operator, 'bo@x.example');
    const other = service.call((await signIn(service, operator, bo)).actor);
    expect(await tryWith(verified, other)).toBeUndefined();
    const { signIn: begun } = await call(tryOpenIdProvider, { redirectUri });
    const { resultToken } = await finish(begun, verified);
    service.clock.advance(10 * 60_000 - 1);
    expect((await call(tryOpenIdProvider, { redirectUri, resultToken })).result).toBeDefined();
    service.clock.advance(1);
    expect(await call(tryOpenIdProvider, { redirectUri, resultToken })).toMatchObject({ detail: '' });
    expect((await call(tryOpenIdProvider, { redirectUri, resultToken })).result).toBeUndefined();
  });
});
