import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { type AdministratorActor, ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { Role } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { deliverArchiving, setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, newColleague, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

const {
  addAdministrator,
  listAdministrators,
  listOwners,
  removeAdministrator,
  setAdministratorRoles,
  createSignInLink,
} = AdministratorService.method;
const { createUser } = UserService.method;

let service: TestService;
let operator: TenantActor;
let operate: Call;
let ada: User;
beforeAll(async () => {
  service = await startIdentity();
});
afterAll(() => service.stop());
beforeEach(async () => {
  operator = await newInstitution(service);
  operate = service.call(operator);
  ada = await newAdministrator(service, operator, 'ada@x.example');
});

const sessionOf = async (user: User) => (await signIn(service, operator, user)).actor;
const auditOf = (id: string) =>
  service.sql(
    `SELECT operation, actor, actor_id AS "actorId", actor_name AS "actorName", version_before IS NULL AS created, version_after IS NULL AS deleted
     FROM audit_log WHERE resource = 'administrator' AND resource_id = $1 ORDER BY recorded_at, sequence`,
    [id],
  );
const listed = async () => (await operate(listAdministrators, {})).administrators.map(({ userId }) => userId);
async function archive({ id }: User) {
  await setArchived(service, operator, id, true);
  await deliverArchiving(service, operator, id, true);
}

it('an administrator whom directory has lost is listed as archived, and can be removed', async () => {
  const columns = '(institution_id, id, created_at, revision)';
  await service.sql(`INSERT INTO administrators ${columns} VALUES ($1, $2, now(), $2)`, [
    operator.institutionId,
    NOWHERE,
  ]);
  const { administrators } = await operate(listAdministrators, {});
  expect(administrators.find(({ userId }) => userId === NOWHERE)).toMatchObject({ name: NOWHERE, isArchived: true });
  await operate(removeAdministrator, { userId: NOWHERE });
  expect(await listed()).toEqual([ada.id]);
});

describe('AddAdministrator', () => {
  it('adds one user once, whoever does it at the same time', async () => {
    await operate(createUser, { user: { email: 'ben@x.example', name: 'Ben' } });
    await Promise.all(Array.from({ length: 6 }, () => operate(addAdministrator, { email: 'ben@x.example' })));
    expect(await listed()).toHaveLength(2);
    const counted = await service.sql('SELECT administrators FROM administrator_counts WHERE institution_id = $1', [
      operator.institutionId,
    ]);
    expect(counted).toEqual([{ administrators: 2 }]);
  });

  it('refuses whom the institution does not have, and an archived user', async () => {
    const elsewhere = service.call(await newInstitution(service));
    await elsewhere(createUser, { user: { email: 'ben@x.example', name: 'Ben' } });
    const { user } = await operate(createUser, { user: { email: 'chi@x.example', name: 'Chi' } });
    await archive(user as User);
    for (const email of ['ben@x.example', 'chi@x.example', ' ada@x.example', 'x'])
      await expect(operate(addAdministrator, { email })).rejects.toMatchObject({
        code: 'ADMINISTRATOR_USER_NOT_FOUND',
      });
  });

  it('adds at most 200, however many are added at once', async () => {
    await service.sql('UPDATE administrator_counts SET administrators = 198 WHERE institution_id = $1', [
      operator.institutionId,
    ]);
    const emails = [1, 2, 3, 4, 5].map((n) => `n${n}@x.example`);
    for (const email of emails) await operate(createUser, { user: { email, name: email } });
    const results = await Promise.allSettled(emails.map((email) => operate(addAdministrator, { email })));
    const refused = results.flatMap((each) => (each.status === 'rejected' ? each.reason.code : []));
    expect(refused).toEqual(Array(3).fill('ADMINISTRATORS_EXHAUSTED'));
    expect(await listed()).toHaveLength(3);
  });
});

describe('SetAdministratorRoles', () => {
  const set = (actor: TenantActor, user: Pick<User, 'id'>, ...roles: readonly Role[]) =>
    service.call(actor)(setAdministratorRoles, { userId: user.id, roles: [...roles] });

  it('changes what the next request may do, also of a session that has begun', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    await operate(createSignInLink, { email: ada.email });
    const { token } = await signIn(service, operator, ben);
    const rolesOfBen = async () =>
      (await service.call(ANONYMOUS)(SessionService.method.authenticateSession, { token })).identity?.roles;
    expect(await rolesOfBen()).toEqual([Role.OWNER]);
    await set(await sessionOf(ada), ben, Role.AUDITOR, Role.PEOPLE);
    expect(await rolesOfBen()).toEqual([Role.PEOPLE, Role.AUDITOR]);
    const before = await auditOf(ben.id);
    await set(operator, ben, Role.PEOPLE, Role.AUDITOR);
    expect(await auditOf(ben.id)).toEqual(before);
    expect((await operate(listAdministrators, {})).administrators.map(({ roles }) => roles)).toEqual([
      [Role.OWNER],
      [Role.PEOPLE, Role.AUDITOR],
    ]);
    const own = service.call(await sessionOf(ben));
    await expect(own(listAdministrators, {})).resolves.toBeDefined();
    await expect(own(removeAdministrator, { userId: ada.id })).rejects.toMatchObject({ code: 'ROLE_MISSING' });
    expect((await own(listOwners, {})).names).toEqual([ada.name]);
  });

  it('names the role that was used, and the roles before and after, in the audit log', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    await operate(createSignInLink, { email: ada.email });
    await set(await sessionOf(ada), ben, Role.PEOPLE);
    const [record] = await service.sql<Record<string, unknown>>(
      `SELECT role, fields_before AS before, fields_after AS after FROM audit_log
       WHERE resource_id = $1 AND operation LIKE '%SetAdministratorRoles'`,
      [ben.id],
    );
    expect(record).toEqual({ role: 'owner', before: { roles: ['owner'] }, after: { roles: ['people'] } });
    const others = await service.sql('SELECT DISTINCT role FROM audit_log WHERE resource_id = $1 AND actor <> $2', [
      ben.id,
      'administrator',
    ]);
    expect(others).toEqual([{ role: null }]);
  });

  it('never leaves an institution without an owner, nor one without an owner who can sign in', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    const session = await sessionOf(ada);
    await operate(createSignInLink, { email: ada.email });
    await expect(set(session, ada, Role.PEOPLE)).rejects.toMatchObject(LAST);
    await operate(createSignInLink, { email: ben.email });
    await set(session, ada, Role.PEOPLE);
    await expect(set(operator, ben, Role.AUDITOR)).rejects.toMatchObject(LAST);
    expect((await operate(listOwners, {}).catch((error) => error)).code).toBe('CALLER_FORBIDDEN');
  });

  it('leaves one of two owners who lower each other at the same time', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    const actors = [await sessionOf(ada), await sessionOf(ben)] as const;
    for (const { email } of [ada, ben]) await operate(createSignInLink, { email });
    const results = await Promise.allSettled([set(actors[0], ben, Role.PEOPLE), set(actors[1], ada, Role.PEOPLE)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: LAST });
  });

  it('refuses a state that was not seen', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    const { revision = '' } = (await operate(listAdministrators, {})).administrators[1] ?? {};
    await set(operator, ben, Role.PEOPLE);
    const stale = { userId: ben.id, roles: [Role.AUDITOR], precondition: { revisions: [revision] } };
    await expect(operate(setAdministratorRoles, stale)).rejects.toMatchObject({ code: 'REVISION_STALE' });
  });
});

describe('RemoveAdministrator', () => {
  it('ends sessions and links at once; the user stays', async () => {
    await operate(createSignInLink, { email: ada.email });
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    const [{ token }, { code }] = await Promise.all([
      signIn(service, operator, ben),
      operate(createSignInLink, { email: ben.email }),
    ]);
    const removing = await sessionOf(ada);
    await service.call(removing)(removeAdministrator, { userId: ben.id });
    const anyone = service.call(ANONYMOUS);
    expect((await anyone(SessionService.method.authenticateSession, { token })).identity).toBeUndefined();
    expect((await anyone(SessionService.method.getSignInLink, { code })).link).toBeUndefined();
    expect(await listed()).toEqual([ada.id]);
    expect((await operate(UserService.method.getUser, { id: ben.id })).user).toMatchObject({ isArchived: false });
    expect((await auditOf(ben.id)).at(-1)).toMatchObject({ actor: 'administrator', actorId: ada.id, deleted: true });
    await expect(operate(createSignInLink, { email: ben.email })).rejects.toMatchObject(NOT_FOUND);
    // It can be undone.
    await operate(addAdministrator, { email: ben.email });
    expect(await listed()).toHaveLength(2);
  });

  it('refuses whoever is no administrator of the institution, and counts nobody', async () => {
    const elsewhere = await newInstitution(service);
    const stranger = await newAdministrator(service, elsewhere, 'eva@x.example');
    const { user } = await operate(createUser, { user: { email: 'ben@x.example', name: 'Ben' } });
    for (const userId of [stranger.id, user?.id ?? '', NOWHERE, 'no-uuid'])
      await expect(operate(removeAdministrator, { userId })).rejects.toMatchObject(NOT_FOUND);
    const colleague = await newColleague(service, operator);
    await operate(removeAdministrator, { userId: ada.id });
    await expect(operate(removeAdministrator, { userId: ada.id })).rejects.toMatchObject(NOT_FOUND);
    expect(await listed()).toEqual([colleague.id]);
  });

  it('refuses the last owner, and the last one who can sign in, for operators, too', async () => {
    await expect(operate(removeAdministrator, { userId: ada.id })).rejects.toMatchObject(LAST);
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    await operate(createSignInLink, { email: ben.email });
    await expect(operate(removeAdministrator, { userId: ben.id })).rejects.toMatchObject(LAST);
    expect(await listed()).toEqual([ada.id, ben.id]);
    await operate(removeAdministrator, { userId: ada.id });
    await expect(operate(removeAdministrator, { userId: ben.id })).rejects.toMatchObject(LAST);
  });

  it('removes one of those of whom none can sign in', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    await operate(removeAdministrator, { userId: ada.id });
    expect(await listed()).toEqual([ben.id]);
  });

  it('leaves one of two administrators who remove each other at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await newAdministrator(service, operator, `one${round}@x.example`),
        await newAdministrator(service, operator, `two${round}@x.example`),
      ];
      const others = (await listed()).filter((id) => id !== one.id && id !== two.id);
      const actors: [AdministratorActor, AdministratorActor] = [await sessionOf(one), await sessionOf(two)];
      for (const { email } of [one, two]) await operate(createSignInLink, { email });
      for (const userId of others) await operate(removeAdministrator, { userId });
      const results = await Promise.allSettled([
        service.call(actors[0])(removeAdministrator, { userId: two.id }),
        service.call(actors[1])(removeAdministrator, { userId: one.id }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: LAST });
      expect(await listed()).toHaveLength(1);
    }
  });
});

describe('CreateSignInLink', () => {
  it('is recorded as a change of the administrator, as is the sign-in', async () => {
    await sessionOf(ada);
    expect(await auditOf(ada.id)).toMatchObject([
      { operation: 'lyceum.identity.v1.AdministratorService/AddAdministrator', actor: 'operator', created: true },
      { operation: 'lyceum.identity.v1.AdministratorService/CreateSignInLink', actor: 'operator' },
      { operation: 'lyceum.identity.v1.SessionService/SignInWithLink', actor: 'anonymous' },
    ]);
  });

  it('of an administrator is valid for 72 hours, and ends the former one; an operator’s is apart', async () => {
    const ben = await newAdministrator(service, operator, 'ben@x.example');
    const own = service.call(await sessionOf(ada));
    const links = [];
    links.push(await operate(createSignInLink, { email: ben.email }));
    for (let n = 0; n < 2; n++) links.push(await own(createSignInLink, { email: ben.email }));
    links.push((await own(addAdministrator, { email: ben.email, roles: [Role.OWNER] })).link);
    const lives = links.map((link) => (Date.parse(link?.expiresAt ?? '') - service.clock.now()) / 3_600_000);
    expect(lives).toEqual([0.25, 72, 72, 72]);
    const anyone = service.call(ANONYMOUS);
    const shown = await Promise.all(
      links.map((link) => anyone(SessionService.method.getSignInLink, { code: link?.code ?? '' })),
    );
    expect(shown.map(({ link }) => link !== undefined)).toEqual([true, false, false, true]);
    const { userId, canSignIn } = (await own(listAdministrators, {})).administrators[1] ?? {};
    expect([userId, canSignIn]).toEqual([ben.id, true]);
  });
});

const NOT_FOUND = { code: 'ADMINISTRATOR_NOT_FOUND' };
const LAST = { code: 'LAST_ADMINISTRATOR' };
