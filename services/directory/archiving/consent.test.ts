import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { newAdministrator } from '../../../test/support/identity/sign-in.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { userChange } from '../../../test/support/resource-change.ts';

const MINUTE = 60_000;
const { updateUser } = UserService.method;

let service: TestService;
let operator: TenantActor;
let ada: User;
let bo: User;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  operator = await newInstitution(service);
  ada = await newAdministrator(service, operator, 'ada@x.example');
  bo = await newAdministrator(service, operator, 'bo@x.example');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const change = ({ id }: User, fields: Parameters<typeof userChange>[0], key?: string) => {
  const request = { id, precondition: { any: true }, ...userChange(fields) };
  if (key === undefined) return service.call(operator)(updateUser, request);
  return service.callWithKey(operator, { key, fingerprint: 'a' })(updateUser, request);
};
const archive = (user: User, key?: string) => change(user, { isArchived: true }, key);
const active = async () => {
  const { administrators } = await service.call(operator)(AdministratorService.method.listAdministrators, {});
  return administrators.filter(({ isArchived }) => !isArchived).map(({ userId }) => userId);
};
const LAST = { code: 'LAST_ADMINISTRATOR' };

/** What a change costs identity, in statements. */
async function costOf(act: () => Promise<unknown>): Promise<number> {
  const traffic = watchDatabaseTraffic('identity');
  await act();
  const { length } = traffic.statements;
  vi.restoreAllMocks();
  return length;
}

it('only archiving costs identity something: a read, for whoever is no administrator', async () => {
  const [one] = await importRecords(service.call(operator), 'users', [{ ref: 'c', email: 'c@x.example', name: 'C' }]);
  const chi = { id: one?.id ?? '' } as User;
  expect(await costOf(() => change(chi, { firstName: 'Chi', email: 'chi@x.example' }))).toBe(0);
  expect(await costOf(() => archive(chi))).toBe(1);
  expect(await costOf(() => archive(chi))).toBe(0);
  expect(await costOf(() => change(chi, { isArchived: false }))).toBe(0);
});

it('who is refused can be archived as before, and the other one, too', async () => {
  // The address of the one is that of the other: known only when the row is written.
  await expect(change(bo, { isArchived: true, email: ada.email })).rejects.toMatchObject({ code: 'USER_EMAIL_TAKEN' });
  await archive(ada);
  await expect(archive(bo)).rejects.toMatchObject(LAST);
});

it('a process that ends before it has archived keeps nobody for longer than five minutes', async () => {
  await service.sql(`CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'as if the process had ended'; END $$`);
  await service.sql(
    `CREATE TRIGGER fail_for_test BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION fail_for_test()`,
  );
  await expect(archive(bo)).rejects.toMatchObject({ code: 'INTERNAL' });
  await service.sql('DROP FUNCTION fail_for_test CASCADE');
  await expect(archive(ada)).rejects.toMatchObject(LAST);
  service.clock.advance(5 * MINUTE);
  await archive(ada);
  expect(await active()).toEqual([bo.id]);
});

it('a request that is sent again has the answer of the first one, whoever is the last one since', async () => {
  const key = randomUUID();
  const first = await archive(bo, key);
  expect(await archive(bo, key)).toMatchObject({ metadata: { replayed: true, requestId: expect.any(String) } });
  await expect(archive(ada)).rejects.toMatchObject(LAST);
  expect(first).toMatchObject({ message: { user: { isArchived: true } } });
});

it('a bundle that archives all of them in several batches is refused at the last one, tried or not', async () => {
  const refs = ['ada', 'bo'];
  const users = [ada, bo].map(({ email }, at) => ({ ref: refs[at], email: `${refs[at]}.2@x.example`, name: email }));
  const call = service.call(operator);
  const records = await importRecords(call, 'users', users);
  for (const { id } of [ada, bo])
    await call(AdministratorService.method.removeAdministrator, { userId: id }).catch(() => 0);
  for (const { email } of users) await call(AdministratorService.method.addAdministrator, { email });
  for (const { id } of [ada, bo])
    await call(AdministratorService.method.removeAdministrator, { userId: id }).catch(() => 0);
  const gone = users.map((each) => ({ ...each, isArchived: true }));
  for (const dryRun of [true, false])
    await expect(importRecords(call, 'users', gone, { start: 500, dryRun })).rejects.toMatchObject({
      ...LAST,
      violations: [{ pointer: '/users/501/isArchived' }],
    });
  expect(await active()).toEqual(records.map(({ id }) => id));
});
