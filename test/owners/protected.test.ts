import { beforeEach, describe, expect, it } from 'vitest';
import { Role } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newAdministrator, newColleague, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { words } from '../support/console/read-page.ts';
import { hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start();

/** Grace has only the role People; Ada is an owner, as is a colleague. */
let ada: TestAdministrator;
let grace: TestAdministrator;
let people: Visitor;
const setRoles = ({ institution, userId }: TestAdministrator, ...roles: Role[]) =>
  institution.operator(AdministratorService.method.setAdministratorRoles, {
    ...{ userId, roles, precondition: { any: true } },
  });
beforeEach(async () => {
  ada = await newAdministrator(system);
  const { institution } = ada;
  await newColleague(system, ada);
  grace = await newAdministrator(system, { institution, name: 'Grace' });
  await setRoles(grace, Role.PEOPLE);
  people = await signedIn(system, grace);
});

type Person = Pick<TestAdministrator, 'userId' | 'name' | 'email'>;
const another = () => `new-${crypto.randomUUID()}@example.org`;
const changeEmail = (by: Visitor, { userId, name }: Person, email = another()) =>
  by.submit(`/console/people/${userId}`, { email, name });
async function archive(by: Visitor, { userId }: Pick<Person, 'userId'>) {
  const path = `/console/people/${userId}/archive`;
  return by.post(path, hiddenIn(await by.get(path)));
}
async function archiveByFile(by: Visitor, { email }: Person) {
  const sent = await by.upload('/console/people/import', `email,archived\r\n${email},yes`);
  const preview = await by.get(sent.headers.get('location') ?? '');
  const answer = await by.post(sent.headers.get('location') ?? '', { ...hiddenIn(preview), 'form-confirmed': '1' });
  return { status: answer.status, said: words(preview.text) };
}
const faultIn = ({ text }: { readonly text: string }, field: string) =>
  words(new RegExp(`id="${field}-fault">(.*?)</p>`).exec(text)?.[1] ?? '').trim();
const stored = async ({ userId }: Person) => (await ada.institution.client.get(`/users/${userId}`)).body.data;

const REFUSED = 'This person is an administrator with a role that you lack. Ask an owner to change this.';
const ROW = '2 archived Would archive an administrator with a role that you lack; ask an owner';

describe('who has not all roles of an administrator', () => {
  it.each([
    ['an owner', [Role.OWNER]],
    ['an auditor who also has the role that one has', [Role.PEOPLE, Role.AUDITOR]],
  ])('neither changes the address of %s nor archives them, and changes nothing', async (_, roles) => {
    await setRoles(ada, ...roles);
    const before = await stored(ada);
    const changed = await changeEmail(people, ada);
    expect([changed.status, faultIn(changed, 'email')]).toEqual([422, REFUSED]);
    const archived = await archive(people, ada);
    expect([archived.status, words(archived.text)]).toEqual([422, expect.stringContaining(REFUSED)]);
    expect(await archiveByFile(people, ada)).toEqual({ status: 409, said: expect.stringContaining(ROW) });
    expect(await stored(ada)).toEqual(before);
  });

  it('changes what does not decide who signs in', async () => {
    const { userId, email } = ada;
    const answer = await people.submit(`/console/people/${userId}`, { email, name: 'Ada', code: 'C-1' });
    expect([answer.status, (await stored(ada)).name]).toEqual([303, 'Ada']);
  });

  it('may do both to everybody else, and to themself', async () => {
    const mary = await newAdministrator(system, { institution: ada.institution, name: 'Mary' });
    await setRoles(mary, Role.PEOPLE);
    const { id } = await newUser(ada.institution.client, { email: another(), name: 'Bo' });
    for (const each of [mary, { userId: id, name: 'Bo', email: (await stored({ ...ada, userId: id })).email }]) {
      const email = another();
      expect((await changeEmail(people, each, email)).status).toBe(303);
      expect((await archive(people, each)).status).toBe(303);
    }
    expect((await changeEmail(people, grace)).status).toBe(303);
  });
});

it('an owner may do both to all', async () => {
  const owner = await signedIn(system, ada);
  await setRoles(grace, Role.PEOPLE, Role.INTEGRATIONS, Role.AUDITOR);
  const email = another();
  expect((await changeEmail(owner, grace, email)).status).toBe(303);
  expect((await archiveByFile(owner, { ...grace, email })).status).toBe(303);
});

it('another address from the API ends the sessions of an administrator, and the audit log says so', async () => {
  const owner = await signedIn(system, ada);
  const { client } = ada.institution;
  const answer = await client.patch(`/users/${grace.userId}`, { email: another() }, { ifMatch: '*' });
  expect(answer.status).toBe(200);
  await until('the end of the session', async () => (await people.get('/console/account')).status === 303);
  expect(words((await owner.get('/console/audit')).text)).toContain(
    'ended the sessions of Grace, who got another email address',
  );
  expect((await owner.get('/console/account')).status).toBe(200);
});
