import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { type RoleName, readRoles, roleOf } from '../../../platform/core/roles.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { OpenIdFault, OpenIdService } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution, platform } from '../../../test/support/directory/institution.ts';
import { newAdministrator, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { TestOpenIdProvider } from '../../../test/support/identity/test-openid-provider.ts';

const { setOpenIdProvider, getOpenIdProvider, beginOpenIdSignIn, finishOpenIdSignIn } = OpenIdService.method;
const { setAdministratorRoles, createSignInLink, listAdministrators } = AdministratorService.method;
const redirectUri = 'https://console.example/console/openid';
const { client } = TestOpenIdProvider;

let service: TestService;
let provider: TestOpenIdProvider;
let operator: TenantActor;
let institutionRef: string;
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
  const { institutions } = await service.call(platform)(InstitutionService.method.listInstitutions, {});
  institutionRef = institutions.find(({ id }) => id === operator.institutionId)?.ref ?? '';
  ada = await newAdministrator(service, operator, 'ada@x.example');
  call = service.call((await signIn(service, operator, ada)).actor);
  const grace = await newAdministrator(service, operator, 'grace@x.example');
  await service.call(operator)(createSignInLink, { email: grace.email });
  await call(setOpenIdProvider, { issuer: provider.issuer, ...client, providedRoles: ROLES });
});

const ROLES = {
  claim: 'groups',
  values: [
    { role: roleOf('owner'), value: 'lyceum-owners' },
    { role: roleOf('people'), value: 'hr' },
    { role: roleOf('auditor'), value: 'audit' },
  ],
};

/** Signs Ada in with a claim; returns her roles afterwards, or undefined if she is not signed in. */
async function enter(groups: unknown, tokenClaims: object = {}): Promise<readonly RoleName[] | undefined> {
  provider.claims = { email: 'ada@x.example', email_verified: true, ...(groups === undefined ? {} : { groups }) };
  provider.tokenClaims = { ...tokenClaims };
  const { signIn: begun } = await anyone(beginOpenIdSignIn, { institutionRef, redirectUri });
  const { url = '', stateToken = '' } = begun ?? {};
  const callbackUrl = await provider.visit(url);
  const { session } = await anyone(finishOpenIdSignIn, { callbackUrl, stateToken, origin: ORIGIN });
  if (!session) return undefined;
  const { identity } = await anyone(SessionService.method.authenticateSession, { token: session.token });
  return readRoles(identity?.roles ?? []);
}

const stored = async (user: User) =>
  (await service.call(operator)(listAdministrators, {})).administrators.find(({ userId }) => userId === user.id);

describe('the claim of a provider', () => {
  it.each([
    ['hr', ['people']],
    [
      ['hr', 'others', 'audit'],
      ['people', 'auditor'],
    ],
    [['lyceum-owners'], ['owner']],
    [['audit', 'audit'], ['auditor']],
  ])('%j gives the roles %j', async (groups, roles) => {
    expect(await enter(groups)).toEqual(roles);
    expect(readRoles((await stored(ada))?.roles ?? [])).toEqual(roles);
  });

  it.each([[undefined], [[]], ['HR'], [['hr ']], [7], [{ hr: true }], [[['hr']]], [null]])(
    '%j gives none: nobody is signed in, and the roles stay',
    async (groups) => {
      expect(await enter(groups)).toBeUndefined();
      expect(readRoles((await stored(ada))?.roles ?? [])).toEqual(['owner']);
      const { lastFailure } = await call(getOpenIdProvider, {});
      expect(lastFailure?.fault).toBe(OpenIdFault.NO_ROLE);
    },
  );

  it('of the ID token counts before that of the user information', async () => {
    expect(await enter(['audit'], { groups: ['hr'] })).toEqual(['people']);
  });

  it('replaces what was given by hand, at each sign-in, and is in the audit log', async () => {
    expect(await enter(['hr'])).toEqual(['people']);
    await service.call(operator)(setAdministratorRoles, { userId: ada.id, roles: [roleOf('auditor')] });
    expect(await enter(['hr'])).toEqual(['people']);
    const records = await service.sql<{ operation: string; after: { roles: string[] } }>(
      `SELECT operation, fields_after AS after FROM audit_log
       WHERE resource_id = $1 AND operation LIKE '%FinishOpenIdSignIn' ORDER BY sequence`,
      [ada.id],
    );
    expect(records.map(({ after }) => after.roles)).toEqual([['people'], ['people']]);
  });

  it('never takes the role Owner from the last one who can sign in, and says so until it does', async () => {
    const { administrators } = await service.call(operator)(listAdministrators, {});
    const grace = administrators.find(({ email }) => email === 'grace@x.example');
    const set = (roles: RoleName[]) =>
      service.call(operator)(setAdministratorRoles, { userId: grace?.userId ?? '', roles: roles.map(roleOf) });
    expect(await enter(['lyceum-owners'])).toEqual(['owner']);
    await set(['people']);
    expect(await enter(['hr'])).toEqual(['owner', 'people']);
    expect((await stored(ada))?.keepsOwner).toBe(true);
    await set(['owner']);
    expect(await enter(['hr'])).toEqual(['people']);
    expect((await stored(ada))?.keepsOwner).toBe(false);
  });

  it('makes nobody an administrator', async () => {
    await service.call(operator)(AdministratorService.method.removeAdministrator, { userId: ada.id });
    expect(await enter(['lyceum-owners'])).toBeUndefined();
  });
});

describe('a provider', () => {
  it('keeps how it gives roles, as long as it is not said otherwise, and its issuer is the same', async () => {
    const { issuer } = provider;
    const claim = async () => (await call(getOpenIdProvider, {})).provider?.rolesClaim;
    await call(setOpenIdProvider, { issuer, ...client });
    expect(await claim()).toBe('groups');
    await call(setOpenIdProvider, { issuer: 'https://other.example', ...client });
    expect(await claim()).toBe('');
    await call(setOpenIdProvider, { issuer, ...client, providedRoles: ROLES });
    await call(setOpenIdProvider, { issuer, ...client, providedRoles: { claim: '', values: [] } });
    expect(await claim()).toBe('');
    provider.claims = { email: 'ada@x.example', email_verified: true };
    expect(await enter(['hr'])).toEqual(['owner']);
  });

  it('with a claim gives a role by a value at least', async () => {
    const set = call(setOpenIdProvider, {
      issuer: provider.issuer,
      ...client,
      providedRoles: { claim: 'groups', values: [] },
    });
    await expect(set).rejects.toMatchObject({ violations: [{ pointer: '/providedRoles/values' }] });
  });
});
