import { expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { shown } from '../support/console/visitor.ts';
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
