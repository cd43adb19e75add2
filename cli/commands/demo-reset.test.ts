import { afterAll, expect, it } from 'vitest';
import { toInstantText } from '../../platform/core/instant.ts';
import { demoFile } from '../../test/support/cli/bundles.ts';
import { summaryOf } from '../../test/support/cli/import-cli.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { SERVICES } from '../service-names.ts';

const system = await TestSystem.start({ platform: 'own' });
// The command fills the demo as of this machine's day.
system.clock.set(toInstantText(Date.now()));
const environment: Record<string, string> = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};
afterAll(() => system.stop());

it('resets the demo institution, leaves others unchanged, and can be repeated', async () => {
  const imported = await runCli(['import', demoFile, '--json'], { environment });
  const client = await system.newClient(imported.json.institutionId);
  const [{ id: somebody } = { id: '' }] = await client.walk('/users');
  const ofAdministrator = await system.newClient(imported.json.institutionId, somebody);
  const other = await system.newInstitution();
  for (const each of [client, other.client]) {
    const added = await each.post('/users', { email: 'added@example.org', name: 'Added' }, { key: 'the-same-key' });
    expect(added.status).toBe(201);
  }
  const before = await client.walk('/events');

  for (let time = 0; time < 2; time++) {
    const answer = await runCli(['demo', 'reset'], { environment });
    expect([answer.code, answer.stderr]).toEqual([0, '']);
    expect(answer.stdout).toContain(`Institution ${imported.json.institutionId}\n`);
    expect(summaryOf(answer)).toMatchObject({ users: [60, 0, 0], curricula: [2, 0, 0] });
  }

  const { data: users } = (await client.get('/users', { query: { limit: '100' } })).body;
  expect(users.map(({ email }: { email: string }) => email)).not.toContain('added@example.org');
  expect(users).toHaveLength(60);
  expect((await ofAdministrator.get('/users')).status).toBe(401);
  expect((await client.walk('/events')).slice(0, before.length)).toEqual(before);
  expect(await client.walk('/appointments')).toHaveLength(28);
  expect(await client.walk('/time-tracking/logs', { code: 'NH-0007' })).not.toEqual([]);
  expect(await other.client.walk('/users')).toHaveLength(1);
  const again = await client.post('/users', { email: 'added@example.org', name: 'Added' }, { key: 'the-same-key' });
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
});

it.each([
  [{ NODE_ENV: 'production' }, 'There is no demo institution in production.'],
  [{ LOCATIONS_DATABASE_URL: 'postgres://a:b@db.internal/x' }, 'The database of locations is not on this machine'],
])('fails with %j', async (more, message) => {
  const { code, stderr } = await runCli(['demo', 'reset'], { environment: { ...environment, ...more } });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
