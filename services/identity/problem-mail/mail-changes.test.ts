import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { type RoleName, roleOf } from '../../../platform/core/roles.ts';
import { Role } from '../../../proto/gen/lyceum/common/v1/access_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService, NoticeAuthor } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { TestMailServer } from '../../../test/support/email/mail-server.ts';
import { deliverArchiving, setArchived } from '../../../test/support/identity/archive-user.ts';
import { newAdministrator, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { until } from '../../../test/support/until.ts';
import { activity } from '../../activity/service.ts';
import { directory } from '../../directory/service.ts';
import { webhooks } from '../../webhooks/service.ts';
import { problemMailWork } from './mail-worker.ts';

const { addAdministrator, setAdministratorRoles, setOwnLanguage, removeAdministrator, listAdministratorNotices } =
  AdministratorService.method;
const ends: (() => Promise<unknown>)[] = [];
let server: TestMailServer;
let service: TestService;
let operator: TenantActor;
let operate: Call;
let ada: User;
let ben: User;
let emails = 0;
beforeAll(async () => {
  server = await TestMailServer.start();
  service = await startIdentity({
    peers: [directory, webhooks, activity],
    configuration: { SMTP_URL: server.url, SMTP_FROM: 'lyceum@example.org' },
  });
});
afterAll(async () => {
  await service.stop();
  await server.end();
});
beforeEach(async () => {
  operator = await newInstitution(service);
  operate = service.call(operator);
  ada = await newAdministrator(service, operator, `ada-${++emails}@x.example`);
  ben = await newAdministrator(service, operator, `ben-${emails}@x.example`);
  await service.sql('TRUNCATE administrator_notices');
  server.recipient = () => undefined;
  server.mails.length = 0;
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function startReplicas(replicas = 1): void {
  for (let n = 0; n < replicas; n++) {
    const work = problemMailWork(service.runtime, POLL_MS);
    if (!work) throw new Error('no work');
    work.start();
    ends.push(() => work.stop());
  }
}

const newUser = async (email: string) =>
  (await operate(UserService.method.createUser, { user: { email, name: `Name of ${email}` } })).user as User;
const set = (call: Call, user: User, ...roles: RoleName[]) =>
  call(setAdministratorRoles, { userId: user.id, roles: roles.map(roleOf) });
const pending = async () => (await service.sql('SELECT FROM administrator_notices')).length;
const sent = () =>
  server.mails
    .map(({ recipients: [to], headers }) => [to, headers.get('subject')?.[0]])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));
async function told(): Promise<(string | undefined)[][]> {
  startReplicas(3);
  await until('all to be sent', async () => (await pending()) === 0, PATIENCE_MS);
  for (const end of ends.splice(0)) await end();
  return sent();
}

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

it('owners before and after, and the person, are told once of each change and of who has made it', async () => {
  const call = service.call((await signIn(service, operator, ada)).actor);
  await set(call, ben, 'people', 'auditor');
  const said = `the roles of ${ben.name} were changed from Owner to People, Auditor by ${ada.name}`;
  expect(await told()).toEqual([
    [ada.email, expect.stringContaining(said)],
    [ben.email, expect.stringContaining(said)],
  ]);
  server.mails.length = 0;
  // Who has another role is told of nothing.
  const chi = await newUser(`chi-${emails}@x.example`);
  await call(addAdministrator, { email: chi.email, roles: [roleOf('integrations')] });
  expect((await told()).map(([to]) => to)).toEqual([ada.email, chi.email]);
});

it('each is told in the own language, else in the institution’s, a former administrator too', async () => {
  const call = service.call((await signIn(service, operator, ada)).actor);
  await operate(InstitutionService.method.setInstitutionSettings, { change: { language: 'de' } });
  await call(setOwnLanguage, { language: 'en' });
  await call(removeAdministrator, { userId: ben.id });
  expect(await told()).toEqual([
    [ada.email, expect.stringContaining(`${ben.name} (Owner) was removed from the administrators by ${ada.name}`)],
    [ben.email, expect.stringContaining(`${ben.name} (Inhaber) wurde von ${ada.name} als Administrator entfernt`)],
  ]);
});

it('nobody is told of the first owner of an institution', async () => {
  const there = await newInstitution(service);
  const eve = await newAdministrator(service, there, `eve-${emails}@x.example`);
  expect(await pending()).toBe(0);
  await service.call(there)(setAdministratorRoles, { userId: eve.id, roles: [roleOf('owner'), roleOf('people')] });
  expect(await pending()).toBe(1);
});

it('nobody is told of roles that stay as they are', async () => {
  await set(operate, ben, 'owner');
  await operate(addAdministrator, { email: ben.email, roles: [roleOf('people')] });
  expect(await pending()).toBe(0);
});

it('of removals, also by being archived, and of another email address', async () => {
  await operate(removeAdministrator, { userId: ben.id });
  expect(await told()).toEqual([
    [ada.email, expect.stringContaining(`${ben.name} (Owner) was removed from the administrators by whoever runs`)],
    [ben.email, expect.anything()],
  ]);
  const chi = await newAdministrator(service, operator, `chi-${emails}@x.example`);
  await service.sql('TRUNCATE administrator_notices');
  server.mails.length = 0;
  await setArchived(service, operator, chi.id, true);
  await deliverArchiving(service, operator, chi.id, true);
  expect(await told()).toEqual([[ada.email, expect.stringContaining('by being archived')]]);
});

it('names stay names', async () => {
  const name = 'Eve\r\nBcc: all@x.example';
  const { user } = await operate(UserService.method.createUser, { user: { email: `eve-${emails}@x.example`, name } });
  await operate(addAdministrator, { email: user?.email ?? '', roles: [roleOf('people')] });
  const subjects = (await told()).map(([, subject]) => subject);
  expect(subjects).toHaveLength(3);
  for (const subject of subjects)
    expect(subject).toContain('Eve Bcc: all@x.example was made an administrator (People)');
});

it('is repeated while the mail server is away', async () => {
  await server.end();
  await set(operate, ben, 'people');
  startReplicas();
  await new Promise((resolve) => setTimeout(resolve, 5 * POLL_MS));
  expect(await pending()).toBeGreaterThan(0);
  await server.resume();
  await until('the emails', async () => server.mails.length === 2, PATIENCE_MS);
});

it('where there is no mail server, the person sees it in the console, for a week', async () => {
  const own = await startIdentity({ service: 'own' });
  const there = await newInstitution(own);
  const eve = await newAdministrator(own, there, 'eve@x.example');
  const fay = await newAdministrator(own, there, 'fay@x.example');
  const session = (await signIn(own, there, eve)).actor;
  await own.call(there)(setAdministratorRoles, { userId: fay.id, roles: [roleOf('people')] });
  const { notices } = await own.call(session)(listAdministratorNotices, {});
  expect(notices[0]).toMatchObject({
    text: `the roles of ${fay.name} were changed from Owner to People by whoever runs Lyceum for you`,
    ...{ name: fay.name, isOfEmail: false, rolesBefore: [Role.OWNER], rolesAfter: [Role.PEOPLE] },
    ...{ author: NoticeAuthor.OPERATOR, authorName: undefined },
  });
  const rows = await own.sql<{ days: number }>(
    `SELECT extract(day FROM expires_at - created_at)::int AS days FROM administrator_notices LIMIT 1`,
  );
  expect(rows).toEqual([{ days: 7 }]);
  await own.stop();
});
