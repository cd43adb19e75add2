import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import {
  AdministratorService,
  SessionService,
  SignInMethod,
} from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { OpenIdFault, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution, platform } from '../../../test/support/directory/institution.ts';
import { setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, newColleague, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { TestOpenIdProvider } from '../../../test/support/identity/test-openid-provider.ts';

const { setOpenIdProvider, removeOpenIdProvider, tryOpenIdProvider, beginOpenIdSignIn, finishOpenIdSignIn } =
  OpenIdService.method;
const redirectUri = 'https://console.example/console/openid';
const { client } = TestOpenIdProvider;

let service: TestService;
let provider: TestOpenIdProvider;
let operator: TenantActor;
let ref: string;
let ada: User;
let call: Call;
let anyone: Call;
beforeAll(async () => {
  [service, provider] = await Promise.all([startIdentity({ service: 'own' }), TestOpenIdProvider.start(redirectUri)]);
  anyone = service.call(ANONYMOUS);
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));
beforeEach(async () => {
  operator = await newInstitution(service);
  ref = await refOf(operator);
  ada = await newAdministrator(service, operator, 'Ada@x.example');
  call = service.call((await signIn(service, operator, ada)).actor);
  // Somebody can sign in without the provider.
  await service.call(operator)(AdministratorService.method.createSignInLink, { email: ada.email });
  provider.claims = { email: 'ada@x.example', email_verified: true };
  provider.tokenClaims = {};
});

async function refOf({ institutionId }: TenantActor): Promise<string> {
  const { institutions } = await service.call(platform)(InstitutionService.method.listInstitutions, {});
  return institutions.find(({ id }) => id === institutionId)?.ref ?? '';
}

const set = (issuer = provider.issuer) => call(setOpenIdProvider, { issuer, ...client });
const begin = async (institutionRef = ref) => (await anyone(beginOpenIdSignIn, { institutionRef, redirectUri })).signIn;
const finish = async (callbackUrl: string, stateToken: string) =>
  (await anyone(finishOpenIdSignIn, { callbackUrl, stateToken, origin: ORIGIN })).session;

/** Signs in at the provider. @param change of the address with which the browser comes back */
async function enter(change: (url: URL) => void = () => undefined) {
  const { url = '', stateToken = '' } = (await begin()) ?? {};
  const callback = new URL(await provider.visit(url));
  change(callback);
  return finish(callback.href, stateToken);
}

describe('the provider of an institution', () => {
  it('keeps its secret, encrypted, as long as issuer and client are the same', async () => {
    const { issuer } = provider;
    const without = (changed: object) => call(setOpenIdProvider, { issuer, clientId: client.clientId, ...changed });
    const MISSING = { code: 'REQUEST_INVALID', violations: [{ pointer: '/clientSecret', code: 'required' }] };
    await expect(without({})).rejects.toMatchObject(MISSING);
    await set();
    await without({});
    expect(await enter()).toBeDefined();
    for (const changed of [{ issuer: 'https://evil.example' }, { clientId: 'another' }])
      await expect(without(changed)).rejects.toMatchObject(MISSING);
    const stored = await service.sql<{ text: string }>(
      `SELECT string_agg(t::text, ' ') AS text FROM openid_providers t`,
    );
    expect(stored[0]?.text).not.toContain(Buffer.from(client.clientSecret).toString('hex'));
    expect(stored[0]?.text).not.toContain(client.clientSecret);
  });

  it('is one, even if several set it at the same time', async () => {
    await Promise.all([1, 2, 3, 4].map(() => set()));
    expect(await enter()).toBeDefined();
  });

  it.each([
    'id.example',
    'ftp://id.example',
    'https://id.example/?x=1',
    'https://id.example/#x',
    'javascript:alert(1)',
    'https://user:password@id.example',
    'https://user@id.example/',
    'https://@id.example',
    'https://id.example\\evil',
    'https://id.example/\\',
  ])('has no issuer %s', async (issuer) => {
    await expect(set(issuer)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/issuer' }],
    });
  });
});

describe('a sign-in', () => {
  beforeEach(() => set());

  it('goes to the provider with PKCE, state and nonce, and begins a session of the administrator', async () => {
    const { url = '' } = (await begin()) ?? {};
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: 'console',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const session = await enter();
    const { identity } = await anyone(SessionService.method.authenticateSession, { token: session?.token ?? '' });
    expect(identity).toMatchObject({ userId: ada.id, institutionId: operator.institutionId });
    const { sessions } = await call(SessionService.method.listSessions, {});
    const own = sessions.find(({ id }) => id === identity?.sessionId);
    expect(own).toMatchObject({ method: SignInMethod.OPENID, origin: ORIGIN });
  });

  it.each<[string, () => void]>([
    [
      'whose token says that the address is not verified',
      () => {
        provider.claims = { email: 'ada@x.example', email_verified: true };
        provider.tokenClaims = { email: 'ada@x.example', email_verified: false };
      },
    ],
    ['with U+0000 in the address', () => (provider.claims = { email: 'ada\0@x.example', email_verified: true })],
  ])('begins no session of somebody %s', async (_, change) => {
    change();
    expect(await enter()).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ['text', () => (provider.claims = { email: 'ada@x.example', email_verified: 'true' })],
    [
      'the userinfo, beside a token with the address alone',
      () => {
        provider.claims = { email: 'ada@x.example', email_verified: true };
        provider.tokenClaims = { email: 'ada@x.example' };
      },
    ],
    [
      'the token alone',
      () => {
        provider.claims = {};
        provider.tokenClaims = { email: 'ada@x.example', email_verified: true };
      },
    ],
  ])('begins a session of an address that is verified by %s', async (_, change) => {
    change();
    expect(await enter()).toBeDefined();
  });

  it('begins no session of a user who is no administrator, archived, or of another institution', async () => {
    const operate = service.call(operator);
    await newColleague(service, operator);
    const archive = (isArchived: boolean) => setArchived(service, operator, ada.id, isArchived);
    await archive(true);
    expect(await enter()).toBeUndefined();
    await archive(false);
    expect(await enter()).toBeDefined();
    await operate(AdministratorService.method.removeAdministrator, { userId: ada.id });
    expect(await enter()).toBeUndefined();
    const elsewhere = await newInstitution(service);
    await newAdministrator(service, elsewhere, 'eva@x.example');
    provider.claims = { email: 'eva@x.example', email_verified: true };
    expect(await enter()).toBeUndefined();
  });

  it('ends after ten minutes, and with the provider', async () => {
    const late = (await begin()) ?? { url: '', stateToken: '' };
    const callback = await provider.visit(late.url);
    service.clock.advance(10 * 60_000);
    expect(await finish(callback, late.stateToken)).toBeUndefined();
    const removed = (await begin()) ?? { url: '', stateToken: '' };
    const back = await provider.visit(removed.url);
    await call(removeOpenIdProvider, {});
    expect(await finish(back, removed.stateToken)).toBeUndefined();
  });
});

describe('in production', () => {
  let production: TestService;
  beforeAll(async () => {
    production = await startIdentity({ configuration: { NODE_ENV: 'production' } });
  });
  afterAll(() => production.stop());

  it('no request reaches an internal address, and issuers are https', async () => {
    const own = await newInstitution(production);
    const { actor } = await signIn(production, own, await newAdministrator(production, own, 'ada@x.example'));
    const admin = production.call(actor);
    await expect(admin(setOpenIdProvider, { issuer: provider.issuer, ...client })).rejects.toMatchObject({
      violations: [{ pointer: '/issuer' }],
    });
    let requests = 0;
    const internal = createServer(() => requests++).on('connection', () => requests++);
    await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve));
    const { port } = internal.address() as AddressInfo;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::ffff:127.0.0.1]:${port}`, '169.254.169.254']) {
      await admin(setOpenIdProvider, { issuer: `https://${host}`, ...client });
      expect((await admin(tryOpenIdProvider, { redirectUri })).fault).toBe(OpenIdFault.UNREACHABLE);
    }
    expect(requests).toBe(0);
    await new Promise((resolve) => internal.close(resolve));
  });
});
