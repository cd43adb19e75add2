import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TEST_OPERATOR } from '../../test/support/calls/test-identities.ts';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { newUser } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const { id: institutionId, client } = await system.newInstitution();
const user = await newUser(client, { email: 'ada@personal.example' });
system.clock.advance(60_000);
const changed = await client.patch(user.path, { name: 'Ada Lovelace' }, { ifMatch: '*' });
const requestId: string = changed.headers.get('x-request-id') ?? '';
system.clock.advance(60_000);
expect((await client.post('/time-tracking/sessions/start', { userId: user.id })).status).toBe(201);
afterAll(() => system.stop());

function audit(...args: string[]): Promise<CliAnswer> {
  return auditFrom(system.addresses, ...args);
}
function auditFrom(addresses: Readonly<Record<string, string>>, ...args: string[]): Promise<CliAnswer> {
  const databases = Object.fromEntries(
    services.map(({ name }) => [databaseVariable(name), system.databases.url(name)]),
  );
  return runCli(['audit', '--institution', institutionId, ...args], { environment: { ...databases, ...addresses } });
}
const records = async (...args: string[]) => {
  const { code, stdout, stderr } = await audit('--json', ...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

describe('lyceum audit', () => {
  it('shows the changes of all services, newest first', async () => {
    const all = await records();
    const told = all.map(({ service, resource }) => `${service} ${resource}`);
    expect(told.slice(0, 3)).toEqual(['timetracking time_record', 'directory user', 'directory user']);
    // Often of one millisecond.
    expect(told.slice(3).toSorted()).toEqual(['directory institution', 'identity integration']);
    const [, changed, created] = all;
    expect(changed).toEqual({
      service: 'directory',
      institutionId,
      recordedAt: '2026-10-05T08:01:00.000Z',
      sequence: expect.any(Number),
      actor: 'integration',
      actorId: all.find(({ resource }) => resource === 'integration').resourceId,
      actorName: null,
      onBehalfOf: null,
      operation: 'lyceum.directory.v1.UserService/UpdateUser',
      resource: 'user',
      resourceId: user.id,
      versionBefore: created.versionAfter,
      versionAfter: expect.any(String),
      role: null,
      requestId,
      cause: null,
      reason: null,
      fieldsBefore: null,
      fieldsAfter: null,
    });
    expect((await records('--limit', '2')).length).toBe(2);
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`personal|Lovelace|${client.clientSecret}|${client.clientId}`));
  });

  it('prints a table by default', async () => {
    const { stdout } = await audit('--request', requestId);
    const [header = '', line = '', end] = stdout.split('\n');
    expect(header.split(/ {2,}/)).toEqual([
      'TIME',
      'ACTOR',
      'OPERATION',
      'RESOURCE',
      'ID',
      'CHANGE',
      'BEFORE',
      'AFTER',
      'REQUEST',
    ]);
    expect(line).toMatch(
      /^2026-10-05T08:01:00\.000Z +integration test \(\S+\) +directory UpdateUser +user +\S+ +changed +/,
    );
    expect(line).toContain(`integration test (${client.clientId})  `);
    expect(line.endsWith(requestId)).toBe(true);
    expect(end).toBe('');
  });

  it('shows the times of time records before and after, below the line', async () => {
    const [{ resourceId, fieldsAfter }] = await records('--service', 'timetracking');
    expect(fieldsAfter).toEqual({
      ...{ userId: user.id, startTime: '2026-10-05T08:02:00+00:00', endTime: null, pauses: [], autoClosed: false },
    });
    const { stdout } = await audit('--resource', resourceId);
    expect(
      stdout
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/))
        .slice(2, -1),
    ).toEqual([
      ['startTime', '-', '"2026-10-05T08:02:00+00:00"'],
      ['endTime', '-', 'null'],
      ['pauses', '-', '[]'],
      ['autoClosed', '-', 'false'],
    ]);
  });

  it('shows the ids of integrations while the services are down', async () => {
    const [{ actorId }] = await records('--request', requestId);
    const { code, stdout, stderr } = await auditFrom({ GRPC_URL: '127.0.0.1:1' }, '--request', requestId);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`integration ${actorId} `)]);
    expect(stderr).toContain('Integrations are shown by their ids. Nothing answers at 127.0.0.1:1.');
  });

  it('filters by service, resource, integration, operation and time', async () => {
    const resources = async (...args: string[]) => (await records(...args)).map(({ resource }) => resource);
    const [integration] = (await records('--operation', 'CreateIntegration')).map(({ resourceId }) => resourceId);
    expect(await resources('--service', 'timetracking')).toEqual(['time_record']);
    expect(await resources('--resource', user.id.toUpperCase())).toEqual(['user', 'user']);
    expect(await resources('--integration', integration)).toEqual(['time_record', 'user', 'user']);
    expect(await resources('--integration', client.clientId)).toEqual(['time_record', 'user', 'user']);
    expect(await resources('--since', '2026-10-05T10:01:00+02:00')).toEqual(['time_record', 'user']);
    expect(await resources('--until', '2026-10-05T08:01:00Z', '--resource', user.id)).toEqual(['user']);
  });

  it.each([
    [['--service', 'nope'], 'There is no service nope'],
    [['--resource', 'x'], '--resource must be an id'],
    [['--integration', 'x'], '--integration must be an id or client id'],
    [['--since', 'yesterday'], '--since must be a time'],
    [['--limit', '0'], '--limit must be a positive integer.'],
  ])('%j ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await audit(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('names the operators', async () => {
    const name = `renamed-${randomUUID()}`;
    const environment = system.addresses;
    const settings = ['institutions', 'set', institutionId, 'scheduling_enabled=false'];
    expect(await runCli(settings, { environment })).toMatchObject({ code: 0 });
    const add = runCli(['operators', 'create', name, '--json'], {
      environment: { IDENTITY_DATABASE_URL: system.databases.url('identity') },
    });
    const { id, token } = (await add).json;
    const another = { ...environment, LYCEUM_OPERATOR_TOKEN: token };
    expect(await runCli([...settings.slice(0, 3), 'scheduling_enabled=true'], { environment: another })).toMatchObject({
      code: 0,
    });
    const changes = await records('--operation', 'SetInstitutionSettings');
    expect(changes.map(({ actor, actorId, actorName }) => [actor, actorId, actorName])).toEqual([
      ['operator', id, name],
      ['operator', TEST_OPERATOR.id, TEST_OPERATOR.name],
    ]);
    const { stdout } = await audit('--operation', 'SetInstitutionSettings', '--limit', '1');
    expect(stdout).toContain(` operator ${name} `);
  });

  it('tells an operator of a provider from one of the installation with the same name', async () => {
    const operator = { id: 'https://id.example 00u1', name: TEST_OPERATOR.name };
    const actor = { kind: 'operator', institutionId, operator } as const;
    await system.call(actor)(IntegrationService.method.createIntegration, { name: 'made by a namesake' });
    const { stdout } = await audit('--operation', 'CreateIntegration', '--limit', '1');
    expect(stdout).toContain(` operator ${operator.name} (https://id.example 00u1) `);
  });
});
