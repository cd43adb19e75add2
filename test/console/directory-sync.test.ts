import { expect, it } from 'vitest';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { shown } from '../support/console/visitor.ts';
import { importUsers } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const PATH = '/console/integrations/directory-sync';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);

async function scim(token: string, path = '/Users', method = 'GET'): Promise<number> {
  const { status } = await fetch(`${system.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return status;
}

/** The path of a form of the only sync that is active. */
async function pathOf(page: string): Promise<string> {
  const { text } = await visitor.get(PATH);
  return new RegExp(`href="(${PATH}/[0-9a-f-]+/${page}[^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

it('a token is created, rotated, its old one ended, and ended; it opens SCIM alone', async () => {
  const created = await visitor.submit(PATH, { name: 'Entra ID' });
  const first = shown(created, 'Bearer token');
  expect(shown(created, 'SCIM address')).toBe(`${system.url.replace('127.0.0.1', 'localhost')}/scim/v2`);
  expect(await scim(first)).toBe(200);
  const records = async () =>
    (await ada.institution.operator(RequestService.method.listRequests, { page: { size: 10 } })).requests
      .filter(({ route }) => route?.startsWith('/scim/'))
      .map(({ access, areas }) => ({ access, areas }));
  await until('the record', async () => (await records()).length > 0);
  expect(await records()).toEqual([{ access: undefined, areas: [] }]);
  expect((await visitor.get('/console/integrations')).text).not.toContain('Entra ID');
  expect((await visitor.get(PATH)).text).not.toContain(first);

  const second = shown(await visitor.submit(await pathOf('rotate'), { keepFormerSeconds: '3600' }), 'Bearer token');
  expect([await scim(first), await scim(second)]).toEqual([200, 200]);
  await visitor.submit(await pathOf('end-old-token'));
  await expect.poll(() => scim(first)).toBe(401);
  expect(await scim(second)).toBe(200);

  const [, id = ''] = /directory-sync\/([0-9a-f-]+)\/rotate/.exec(await pathOf('rotate')) ?? [];
  expect((await visitor.get(`/console/integrations/${id}`)).headers.get('location')).toBe(PATH);

  const renamed = await visitor.follow(await visitor.submit(await pathOf('rename'), { name: 'Entra' }));
  expect(renamed.text).toContain('The directory sync was renamed.');
  const ended = await visitor.follow(await visitor.submit(await pathOf('end')));
  expect(ended.text).toContain('The token has ended.');
  await expect.poll(() => scim(second)).toBe(401);
});

it('there may be five; one that has ended makes room', async () => {
  const other = await signedIn(system, await newAdministrator(system));
  const create = () => other.submit(PATH, { name: 'Okta' });
  const all = await Promise.all(Array.from({ length: 7 }, create));
  expect(all.filter((each) => shown(each, 'Bearer token') !== '')).toHaveLength(5);
  expect(all.filter(({ status }) => status >= 400).map(({ text }) => text.includes('five directory syncs'))).toEqual([
    true,
    true,
  ]);
  const [, end = ''] = new RegExp(`href="(${PATH}/[0-9a-f-]+/end)"`).exec((await other.get(PATH)).text) ?? [];
  await other.submit(end);
  expect(shown(await create(), 'Bearer token')).not.toBe('');
});

it('a sync that archives too many people waits for an administrator', async () => {
  const grace = await newAdministrator(system);
  const own = await signedIn(system, grace);
  const ids = await importUsers(grace.institution, 40);
  const token = shown(await own.submit(PATH, { name: 'Keycloak' }), 'Bearer token');
  for (const id of ids.slice(0, 21)) expect(await scim(token, `/Users/${id}`, 'DELETE')).toBe(204);
  expect(await scim(token, `/Users/${ids[21]}`, 'DELETE')).toBe(429);
  const overview = await own.get('/console/');
  const [, allow = ''] = /href="([^"]+)">Allow archiving/.exec(overview.text) ?? [];
  expect(overview.text).toContain('has archived or renamed 21 people within an hour');
  const allowed = await own.follow(await own.submit(allow));
  expect(allowed.text).toContain('may archive people again');
  expect(await scim(token, `/Users/${ids[21]}`, 'DELETE')).toBe(204);
  expect((await own.get('/console/')).text).not.toContain('Allow archiving');
  const audit = (await own.get('/console/audit?kind=directory_sync')).text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(audit).toContain('Directory sync');
  expect(audit).toContain(grace.name);
});

it('a token that has ended stays ended, whoever activates its integration', async () => {
  const grace = await newAdministrator(system);
  const own = await signedIn(system, grace);
  const token = shown(await own.submit(PATH, { name: 'Okta' }), 'Bearer token');
  const [clientId = ''] = token.split('.');
  const [, end = ''] = new RegExp(`href="(${PATH}/[0-9a-f-]+/end)"`).exec((await own.get(PATH)).text) ?? [];
  await own.submit(end);
  const { activateIntegration } = IntegrationService.method;
  await expect(system.operator()(activateIntegration, { clientId })).rejects.toMatchObject({
    code: 'DIRECTORY_SYNC_ENDED',
  });
  await expect.poll(() => scim(token)).toBe(401);
});
