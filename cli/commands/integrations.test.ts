import { describe, expect, it } from 'vitest';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { importRecords } from '../../test/support/import-records.ts';
import { TestClient } from '../../test/support/test-client.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { until } from '../../test/support/until.ts';

const system = await TestSystem.start();
const institution = await system.newInstitution();

function lyceum(...args: string[]): Promise<CliAnswer> {
  return runCli(['integrations', ...args], { environment: system.addresses });
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

async function create(...args: string[]): Promise<Credentials> {
  return (await lyceum('create', '--institution', institution.id, '--name', 'Front door', '--json', ...args)).json;
}

async function statusOf({ clientId, clientSecret }: Credentials): Promise<number> {
  return (await new TestClient(system.url, clientId, clientSecret).get('/users')).status;
}

async function listed(clientId: string) {
  const { json } = await lyceum('list', '--institution', institution.id, '--json');
  return json.find((each: Credentials) => each.clientId === clientId);
}

const noInstitution = (named: string) =>
  `error: There is no institution with the id or ref "${named}". "lyceum institutions list" shows all of them.`;

describe('integrations', () => {
  it('are created with credentials that work', async () => {
    const answer = await lyceum('create', '--institution', institution.id, '--name', 'Door', '--json');
    expect([answer.code, Object.keys(answer.json)]).toEqual([0, ['clientId', 'clientSecret']]);
    expect(answer.stderr).toContain('shown only once');
    // Before its first request, which is recorded soon.
    expect(await listed(answer.json.clientId)).toEqual({
      id: expect.any(String),
      clientId: answer.json.clientId,
      name: 'Door',
      createdBy: null,
      isActive: true,
      access: 'full',
      areas: null,
      lastUsedAt: null,
      secrets: [{ fingerprint: expect.any(String), createdAt: expect.any(String), lastUsedAt: null, expiresAt: null }],
      createdAt: '2026-10-05T08:00:00.000Z',
    });
    expect(await statusOf(answer.json)).toBe(200);
  });

  it('record the administrator who created them', async () => {
    const records = await importRecords(institution.operator, 'users', [
      { ref: 'admin', email: 'admin@x', name: 'Admin' },
    ]);
    const { clientId } = await create('--created-by', records[0]?.id ?? '');
    expect(await listed(clientId)).toMatchObject({ createdBy: records[0]?.id });
  });

  it('are rotated: three secrets are valid, and no fourth is made until one is ended', async () => {
    const first = await create();
    const second: Credentials = (await lyceum('rotate', first.clientId, '--json')).json;
    expect(second.clientId).toBe(first.clientId);
    // The gateway learns of a new secret from an event.
    await until('the second secret', async () => (await statusOf(second)) === 200);
    expect(await statusOf(first)).toBe(200);
    const third: Credentials = (await lyceum('rotate', first.clientId, '--json')).json;
    await until('the third secret', async () => (await statusOf(third)) === 200);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    const fourth = await lyceum('rotate', first.clientId, '--json');
    expect([fourth.code, fourth.stderr]).toEqual([2, expect.stringContaining('three valid secrets')]);
    const { secrets } = await listed(first.clientId);
    expect(secrets).toMatchObject([{ expiresAt: null }, { expiresAt: null }, { expiresAt: null }]);
    const ended = await lyceum('end-secret', first.clientId, secrets[1].fingerprint);
    expect(ended.stdout).toBe(`${first.clientId} has 2 secrets.\n`);
    // The gateway learns of it from an event.
    await until('the end of the second secret', async () => (await statusOf(second)) === 401);
    expect([await statusOf(first), await statusOf(third)]).toEqual([200, 200]);
  });

  it('lose their old secret, and have a new name', async () => {
    const first = await create();
    const second: Credentials = (await lyceum('rotate', first.clientId, '--json')).json;
    await until('the second secret', async () => (await statusOf(second)) === 200);
    expect(await statusOf(first)).toBe(200);
    for (const _ of [1, 2]) {
      const { code, stdout } = await lyceum('end-secret', first.clientId);
      expect([code, stdout]).toEqual([0, `${first.clientId} has one secret.\n`]);
    }
    await until('the end of the first secret', async () => (await statusOf(first)) === 401);
    expect(await statusOf(second)).toBe(200);
    const { code, stdout } = await lyceum('rename', first.clientId, '--name', 'Back door');
    expect([code, stdout]).toEqual([0, `${first.clientId} is now named Back door.\n`]);
    expect(await listed(first.clientId)).toMatchObject({ name: 'Back door', secrets: [{ expiresAt: null }] });
  });

  it('are deactivated and activated; repeating it has no effect', async () => {
    const credentials = await create();
    for (const _ of [1, 2]) {
      const { code, stdout } = await lyceum('deactivate', credentials.clientId);
      expect([code, stdout]).toEqual([0, `${credentials.clientId} is inactive.\n`]);
    }
    await until('the end of the credentials', async () => (await statusOf(credentials)) === 401);
    expect(await listed(credentials.clientId)).toMatchObject({ isActive: false });
    expect((await lyceum('rotate', credentials.clientId)).code).toBe(2);
    for (const _ of [1, 2]) {
      const { code, stdout } = await lyceum('activate', credentials.clientId);
      expect([code, stdout]).toEqual([0, `${credentials.clientId} is active.\n`]);
    }
    await until('the credentials', async () => (await statusOf(credentials)) === 200);
  });

  it('are created with what they may do, and given more or less later', async () => {
    const created = await create('--access', 'read', '--areas', 'time-tracking,users,users');
    expect(await listed(created.clientId)).toMatchObject({ access: 'read', areas: ['users', 'time-tracking'] });
    const { stdout: table } = await lyceum('list', '--institution', institution.id);
    expect(table).toMatch(/Front door +active +read +users, time-tracking /);
    const set = async (...args: string[]) => (await lyceum('set', created.clientId, ...args)).stdout;
    expect(await set('--access', 'full')).toBe(`${created.clientId} may read and write: users, time-tracking.\n`);
    expect(await set('--areas', 'courses')).toBe(`${created.clientId} may read and write: courses.\n`);
    await until('the areas', async () => (await statusOf(created)) === 403);
    expect(await set('--areas', 'all', '--access', 'read')).toBe(`${created.clientId} may only read: all areas.\n`);
    await until('all areas', async () => (await statusOf(created)) === 200);
  });

  it('of a directory sync have no access and no areas', async () => {
    const { integration } = await institution.operator(IntegrationService.method.createIntegration, {
      name: 'Directory',
      isDirectorySync: true,
    });
    const clientId = integration?.clientId ?? '';
    expect(await listed(clientId)).toMatchObject({ access: null, areas: null });
    const { code, stderr } = await lyceum('set', clientId, '--access', 'read');
    expect([code, stderr]).toEqual([2, expect.stringContaining('A directory sync has no access and no areas')]);
  });

  const AREAS = 'users, courses, appointments, curricula, continuing-education, locations, time-tracking, events, all';
  it.each([
    [['set', 'nobody', '--access', 'read'], 'error: The integration does not exist.'],
    [['set', 'nobody'], 'error: Give --access, --areas, or both.'],
    [['set', 'nobody', '--access', 'write'], 'error: --access must be of full, read, not "write".'],
    [['set', 'nobody', '--areas', ''], `error: --areas must be of ${AREAS}, not "".`],
    [['set', 'nobody', '--areas', 'users,rooms'], `error: --areas must be of ${AREAS}, not "rooms".`],
    [
      ['create', '--institution', 'x', '--name', 'x', '--json', '--areas', 'users,'],
      `error: --areas must be of ${AREAS}, not "".`,
    ],
    [['deactivate', 'nobody'], 'error: The integration does not exist.'],
    [['activate', 'nobody'], 'error: The integration does not exist.'],
    [['end-secret', 'nobody'], 'error: The integration does not exist.'],
    [['rename', 'nobody', '--name', 'x'], 'error: The integration does not exist.'],
    [['rename', 'nobody'], "error: required option '--name <name>' not specified"],
    [['rotate', 'nobody', '--json'], 'error: The integration does not exist.'],
    [
      ['list', '--institution', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'],
      noInstitution('01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'),
    ],
    [
      ['create', '--institution', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11', '--name', 'x', '--json'],
      noInstitution('01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'),
    ],
    [['create', '--institution', 'x', '--name', 'x', '--json'], noInstitution('x')],
    [['create', '--name', 'x'], "error: required option '--institution <id|ref>' not specified"],
    [['create', '--institution', 'x'], "error: required option '--name <name>' not specified"],
  ])('rejects %j', async (args, message) => {
    const { code, stdout, stderr } = await lyceum(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toContain(message);
  });

  it.each([
    ['--name', ''],
    ['--name', 'x'.repeat(256)],
    ['--created-by', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'],
    ['--created-by', 'nobody'],
  ])('rejects create with %s %s', async (option, value) => {
    const { code, stdout, stderr } = await lyceum(
      'create',
      '--institution',
      institution.id,
      '--name',
      'x',
      '--json',
      option,
      value,
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^\/(name|createdBy): .*\nerror: The request /);
  });
});
