import { expect, it } from 'vitest';
import { AuditService } from '../../proto/gen/lyceum/identity/v1/audit_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { faultsIn, words } from '../support/console/read-page.ts';
import { type Answer, shown } from '../support/console/visitor.ts';
import { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);

/** The status of a request to the API with credentials. */
async function statusWith(clientId: string, secret: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  return (await fetch(`${system.url}/api/v4/integration`, { headers: { authorization } })).status;
}

it('an integration is created, renamed, rotated, deactivated and reactivated', async () => {
  const created = await visitor.submit('/console/integrations/new', { name: 'Door 1' });
  const [clientId, first] = [shown(created, 'Client ID'), shown(created, 'Client secret')];
  expect(await statusWith(clientId, first)).toBe(200);
  const [, path = ''] = /href="(\/console\/integrations\/[0-9a-f-]+)">Open integration/.exec(created.text) ?? [];

  const renamed = await visitor.submit(`${path}/rename`, { name: 'Door 2' });
  const page = await visitor.follow(renamed);
  expect(page.text).toContain('The integration was renamed.');
  expect(page.text).toContain('<h1>Door 2</h1>');
  expect(page.text).toContain(`by ${ada.name}`);
  expect(page.text).not.toContain(first);

  const rotated = await visitor.submit(`${path}/rotate`, { keepFormerSeconds: '3600' });
  const second = shown(rotated, 'Client secret');
  expect([await statusWith(clientId, first), await statusWith(clientId, second)]).toEqual([200, 200]);
  const two = await visitor.get(path);
  expect(two.text).toContain('2 secrets');
  expect(two.text).toContain('5 Oct 2026, 09:00');
  await visitor.submit(`${path}/end-old-secret`);
  // Gateways learn of it by an event.
  await expect.poll(() => statusWith(clientId, first)).toBe(401);
  expect(await statusWith(clientId, second)).toBe(200);

  await visitor.submit(`${path}/deactivate`);
  await expect.poll(() => statusWith(clientId, second)).toBe(401);
  expect((await visitor.get('/console/integrations')).text).toContain('Deactivated');
  await visitor.submit(`${path}/reactivate`);
  await expect.poll(() => statusWith(clientId, second)).toBe(200);
});

it('its page shows what went wrong lately', async () => {
  await ada.institution.client.get('/users/x');
  const list = await visitor.get('/console/integrations');
  const [, path = ''] = /class="row-link" href="([^"]+)">test</.exec(list.text) ?? [];
  // Records of requests arrive within two seconds.
  await expect.poll(async () => (await visitor.get(path)).text, { timeout: 10_000 }).toContain('resource_not_found');
  const { text } = await visitor.get(path);
  expect(text).toContain('/api/v4/users/{id}');
  expect(text).toContain('Requests per minute');
  expect(text).toMatch(/At most \d+, at 08:00/);
});

/** What the page of an integration says that it may do. */
const allowedOn = ({ text }: Answer) =>
  ['Access', 'Areas'].map((label) => new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`).exec(text)?.[1]);

it('an integration is created with what it may do, and given more or less later', async () => {
  await ada.institution.client.post('/webhook-endpoints', { url: 'https://crm.example/hooks', description: 'CRM' });
  const form = { name: 'Payroll', access: 'read', 'areas:users': '1', 'areas:time-tracking': '1' };
  const created = await visitor.submit('/console/integrations/new', form);
  const [clientId, secret] = [shown(created, 'Client ID'), shown(created, 'Client secret')];
  const [, path = ''] = /href="(\/console\/integrations\/[0-9a-f-]+)">Open integration/.exec(created.text) ?? [];
  const page = await visitor.get(path);
  expect(allowedOn(page)).toEqual(['Read', 'Users, Time tracking']);
  const client = new TestClient(system.url, clientId, secret);
  expect([(await client.get('/users')).status, (await client.get('/courses')).status]).toEqual([200, 403]);

  const access = await visitor.get(`${path}/access`);
  expect(access.text).toContain('name="areas:time-tracking" checked');
  expect(access.text).toMatch(/they go on as they are.*>CRM</is);
  const changed = await visitor.submit(`${path}/access`, { access: 'full', 'areas:courses': '1' });
  const after = await visitor.follow(changed);
  expect(after.text).toContain('The access was changed.');
  expect(allowedOn(after)).toEqual(['Full', 'Courses']);
  await expect.poll(async () => (await client.get('/courses')).status).toBe(200);
  expect((await client.get('/users')).status).toBe(403);
  expect(words((await visitor.get('/console/audit')).text)).toContain('changed what Payroll may do');
  const { records } = await ada.institution.operator(AuditService.method.listAuditRecords, {
    page: { size: 1 },
    resourceKind: 'integration',
  });
  expect(records[0]?.changes).toMatchObject([
    { name: 'access', before: '"read"', after: '"full"' },
    { name: 'areas', before: '["users","time-tracking"]', after: '["courses"]' },
  ]);
});

it.each([
  [{}, 'Check at least one, or All areas.'],
  [{ allAreas: '1', 'areas:users': '1' }, 'Uncheck these, or All areas.'],
])('areas that say nothing, or two things, are refused: %j', async (areas, fault) => {
  const answer = await visitor.submit('/console/integrations/new', { name: 'Door', access: 'full', ...areas });
  expect([answer.status, faultsIn(answer)]).toEqual([422, { areas: fault }]);
});
