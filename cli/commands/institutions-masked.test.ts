import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { rowsIn } from '../../test/support/archive/archive-lines.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { newAdministrator, signedIn } from '../../test/support/console/administrator.ts';
import { importOneOfEachRecord } from '../../test/support/one-of-each-record.ts';
import { userChange } from '../../test/support/resource-change.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { must } from '../../test/time-tracking/member.ts';
import { SERVICES } from '../service-names.ts';

const system = await TestSystem.start({ platform: 'own' });
const environment: Record<string, string> = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};
afterAll(() => system.stop());

const run = async (...args: string[]) => {
  const answer = await runCli(['institutions', ...args], { environment });
  expect([args, answer.code, answer.stderr]).toEqual([args, 0, expect.any(String)]);
  return answer;
};

it('a masked copy answers as the institution does, with one mask for each person', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const school = await system.newInstitution();
  await importOneOfEachRecord(school);
  await run('set', school.id, 'user_code_format=NH-[0][0][0][0]');
  const ada = await newAdministrator(system, { institution: school, name: 'Ada Lindqvist' });
  must(
    200,
    await school.client.send('PATCH', `/users/${ada.userId}`, {
      json: { code: 'NH-4711', firstName: 'Ada', lastName: 'Lindqvist' },
      headers: { 'if-match': '*' },
    }),
  );
  const actor = { kind: 'administrator', institutionId: school.id, userId: ada.userId, name: ada.name } as const;
  await system.call({ ...actor, sessionId: ada.userId, roles: ['owner'] })(UserService.method.updateUser, {
    ...{ id: ada.userId, precondition: { any: true } },
    ...userChange({ image: 'https://school.example/ada.png' }),
  });

  const [file, copy] = ['school', 'copy'].map((name) => join(folder, `${name}.tar`)) as [string, string];
  await run('export', school.id, '--out', file, '--freeze');
  const { json } = await run('import', file, '--as-new', 'sandbox', '--masked', '--json');
  const sandbox: string = json.institutionId;
  await run('thaw', sandbox);
  await run('export', sandbox, '--out', copy);
  const rows = await rowsIn(copy);
  // An id may end a group of its digits with "ada".
  const shown = JSON.stringify([...rows]).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
  for (const name of ['Lindqvist', 'ada-', 'NH-4711', 'ada.png', '@example.org', 'receiver.example'])
    expect([name, shown.includes(name)]).toEqual([name, false]);
  const [audited] = (rows.get('directory/audit_log') ?? []).filter(({ actor: kind }) => kind === 'administrator');
  const client = await system.newClient(sandbox);
  const masked = must(200, await client.get(`/users/${audited?.actor_id}`)).body.data;
  expect(masked).toMatchObject({
    name: audited?.actor_name,
    firstName: 'Person',
    email: expect.stringMatching(/@masked\.invalid$/),
    code: expect.stringMatching(/^NH-\d{4}$/),
    image: null,
  });
  expect(masked.name).toBe(`${masked.firstName} ${masked.lastName}`);
  expect((await client.walk('/users', { email: masked.email })).map(({ id }) => id)).toEqual([masked.id]);
  expect((await client.walk('/users', { code: masked.code })).map(({ id }) => id)).toEqual([masked.id]);
  expect(await client.walk('/users')).toHaveLength((await school.client.walk('/users')).length);

  for (const path of ['/appointments', '/courses', '/rooms', '/user-groups', '/curricula', '/webhook-endpoints']) {
    const all = await client.walk(path);
    expect([path, all.length]).toEqual([path, (await school.client.walk(path)).length]);
    must(200, await client.get(`${path}/${all[0]?.id}`));
  }

  const visitor = await signedIn(system, {
    ...{ ...ada, userId: masked.id, name: masked.name, email: masked.email },
    institution: { ...school, id: sandbox, client, operator: system.operator(sandbox) },
  });
  expect((await visitor.get(`/console/people?search=${masked.lastName}`)).text).toContain(masked.email);
  const { administrators } = await system.operator(sandbox)(AdministratorService.method.listAdministrators, {});
  expect(administrators.map(({ name }) => name)).toContain(masked.name);
  expect(await runCli(['data', 'check'], { environment })).toMatchObject({ code: 0 });
});
