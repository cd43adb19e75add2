import { afterAll, describe, expect, it } from 'vitest';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { TEST_OPERATOR } from '../../test/support/calls/test-identities.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { newUser } from '../../test/support/test-directory.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const { id: institutionId, client } = await system.newInstitution();
const user = await newUser(client, { email: 'ada@x.example' });
system.clock.advance(1_000);
const changed = await client.patch(user.path, { name: 'Ada Lovelace' }, { ifMatch: '*' });
expect((await client.post('/time-tracking/sessions/start', { userId: user.id })).status).toBe(201);
system.clock.advance(10 * 60_000);
afterAll(() => system.stop());

const follow = (...args: string[]) =>
  runCli(['audit', '--institution', institutionId, '--follow', '--json', ...args], { environment: system.addresses });

async function lines(since: string, count: number) {
  const { code, stdout, stderr } = await follow('--since', since, '--limit', `${count}`);
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('lyceum audit --follow', () => {
  it('prints the records of all services, the oldest first, and goes on after any of them', async () => {
    const all = await lines('2026-10-05', 5);
    const told = all.map(({ service, operation }) => `${service} ${operation.replace(/^.*\//, '')}`);
    expect(told.toSorted()).toEqual([
      'directory CreateUser',
      'directory ImportInstitution',
      'directory UpdateUser',
      'identity CreateIntegration',
      'timetracking StartSession',
    ]);
    expect(told.slice(3)).toEqual(['directory UpdateUser', 'timetracking StartSession']);
    expect(all[3]).toMatchObject({
      time: '2026-10-05T08:00:01.000Z',
      outcome: 'done',
      refusal: null,
      actor: { kind: 'integration', name: null, role: null },
      resource: { kind: 'user', id: user.id },
      requestId: changed.headers.get('x-request-id'),
    });
    for (const [index, { id }] of all.slice(0, -1).entries())
      expect(await lines(id, 4 - index)).toEqual(all.slice(index + 1));
    expect(JSON.stringify(all)).not.toMatch(/Lovelace|ada@x/);
  });

  it('prints a change once nothing can come to precede it', async () => {
    const [last] = (await lines('2026-10-05', 5)).slice(-1);
    await newUser(client, { email: 'late@x.example' });
    const call = system.call({ kind: 'operator', institutionId, operator: TEST_OPERATOR });
    const page = { size: 10, after: { sort: last.time, id: '9007199254740991' } };
    const settled = async () =>
      (await call(AuditService.method.listAuditRecords, { page, oldestFirst: true })).records.length;
    system.clock.advance(119_000);
    expect(await settled()).toBe(0);
    const following = lines(last.id, 1);
    system.clock.advance(60_000);
    expect(await following).toMatchObject([{ operation: 'lyceum.directory.v1.UserService/CreateUser' }]);
  });

  it.each([
    [['--since', 'yesterday'], '--since must be a time'],
    [['--resource', 'x'], '--follow prints all records: --resource cannot be used with it.'],
  ])('%j ends with 2', async (args, message) => {
    const { code, stderr } = await follow(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
