import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../support/test-directory.ts';
import { scimUser, TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let school: TestInstitution;
let sync: TestSync;
beforeAll(async () => {
  const system = await TestSystem.start();
  school = await system.newInstitution();
  sync = await TestSync.create(system, school);
});

const remove = (id: string) => sync.send('DELETE', `/Users/${id}`);
const deactivate = (id: string) => sync.patch(id, [{ op: 'replace', path: 'active', value: false }]);
const apiUser = async (id: string) => (await school.client.get(`/users/${id}`)).body.data;

describe.each([
  ['deleted', remove],
  ['not active', deactivate],
])('an externalId of somebody who is %s', (_, leave) => {
  it('201: becomes that of a newcomer with another userName, who is somebody else', async () => {
    const externalId = crypto.randomUUID();
    const leaver = await sync.newUser({ externalId });
    await leave(leaver.id);
    const before = await apiUser(leaver.id);
    const newcomer = await sync.newUser({ externalId });
    expect(newcomer.id).not.toBe(leaver.id);
    expect(await apiUser(leaver.id)).toEqual(before);
    const { body } = await sync.find(`externalId eq "${externalId}"`);
    expect(body.Resources.map(({ id }: { id: string }) => id)).toEqual([newcomer.id]);
    // The leaver comes back by their own userName.
    const back = await sync.send('POST', '/Users', scimUser({ userName: leaver.userName }));
    expect([back.status, back.body.id, back.body.externalId]).toEqual([201, leaver.id, undefined]);
  });

  it.each(['PUT', 'PATCH'])('200: %s gives it to somebody who is there', async (method) => {
    const externalId = crypto.randomUUID();
    const [leaver, other] = [await sync.newUser({ externalId }), await sync.newUser()];
    await leave(leaver.id);
    const answer =
      method === 'PUT'
        ? await sync.send('PUT', `/Users/${other.id}`, scimUser({ userName: other.userName, externalId }))
        : await sync.patch(other.id, [{ op: 'add', path: 'externalId', value: externalId }]);
    expect([answer.status, answer.body.id, answer.body.externalId]).toEqual([200, other.id, externalId]);
  });

  it('201: goes with somebody else who comes back by their userName', async () => {
    const externalId = crypto.randomUUID();
    const [leaver, other] = [await sync.newUser({ externalId }), await sync.newUser({ externalId: `x-${externalId}` })];
    for (const { id } of [leaver, other]) await leave(id);
    const back = await sync.send('POST', '/Users', scimUser({ userName: other.userName, externalId }));
    expect([back.status, back.body.id, back.body.externalId]).toEqual([201, other.id, externalId]);
  });

  it('201: one of twenty newcomers at once gets it', async () => {
    const externalId = crypto.randomUUID();
    const leaver = await sync.newUser({ externalId });
    await leave(leaver.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sync.send('POST', '/Users', scimUser({ externalId }))),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && body.scimType === 'uniqueness')).toHaveLength(19);
    expect(created[0]?.body.id).not.toBe(leaver.id);
  });

  it('409 uniqueness: a userName or an employeeNumber of theirs, which the text says', async () => {
    const employeeNumber = crypto.randomUUID();
    const [leaver, other] = [await sync.newUser({ [ENTERPRISE]: { employeeNumber } }), await sync.newUser()];
    await leave(leaver.id);
    const path = `${ENTERPRISE}:employeeNumber`;
    const answers = [
      await sync.patch(other.id, [{ op: 'replace', path: 'userName', value: leaver.userName.toUpperCase() }]),
      await sync.send('PUT', `/Users/${other.id}`, scimUser({ userName: leaver.userName })),
      await sync.patch(other.id, [{ op: 'add', path, value: employeeNumber }]),
      await sync.send('POST', '/Users', scimUser({ [ENTERPRISE]: { employeeNumber } })),
    ];
    for (const { status, body } of answers) {
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
      expect(body.detail).toContain('A user who is archived has this');
    }
  });
});

it('409 uniqueness: an externalId, userName or employeeNumber of somebody who is there', async () => {
  const given = { externalId: crypto.randomUUID(), [ENTERPRISE]: { employeeNumber: crypto.randomUUID() } };
  const { userName } = await sync.newUser(given);
  const other = await sync.newUser();
  for (const each of [
    { userName: userName.toUpperCase() },
    { externalId: given.externalId },
    { [ENTERPRISE]: given[ENTERPRISE] },
  ]) {
    const created = await sync.send('POST', '/Users', scimUser(each));
    const put = await sync.send('PUT', `/Users/${other.id}`, scimUser({ userName: other.userName, ...each }));
    for (const { status, body } of [created, put]) {
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
      expect(body.detail).toContain('Another user');
    }
  }
});

describe('32 hexadecimal digits before the userName of somebody who leaves', () => {
  const tombstone = (userName: string) => `${'0123456789abcdefABCDEF0123456789'}${userName}`;

  it('200: the address stays, however often it is sent; the person comes back by it', async () => {
    const userName = newEmail();
    const { id } = await sync.newUser({ userName });
    const operations = [
      { op: 'Replace', path: 'userName', value: tombstone(userName) },
      { op: 'Replace', path: 'active', value: 'False' },
    ];
    for (const each of [operations, operations, operations.slice(0, 1)]) {
      const { status, body } = await sync.patch(id, each);
      expect([status, body.userName, body.active]).toEqual([200, userName, false]);
    }
    const back = await sync.send('POST', '/Users', scimUser({ userName }));
    expect([back.status, back.body.id]).toEqual([201, id]);
  });

  it('200: another address, and that of somebody who stays, are taken', async () => {
    const { id, userName } = await sync.newUser();
    const other = tombstone(`x${userName}`);
    const left = await sync.patch(id, [{ op: 'replace', value: { userName: other, active: false } }]);
    expect(left.body.userName).toBe(other);
    const stays = await sync.newUser({ userName: `a-${userName}` });
    const value = tombstone(stays.userName);
    expect((await sync.patch(stays.id, [{ op: 'replace', path: 'userName', value }])).body.userName).toBe(value);
  });
});
