import { expect, it } from 'vitest';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newAdministrator, newColleague, newLink, signedIn } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const LIST = '/console/administrators';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);

it('the last administrator cannot be removed, and the list says so', async () => {
  expect((await visitor.get(LIST)).text).toContain('Nobody else can sign in');
  const refused = await visitor.submit(`${LIST}/${ada.userId}/remove`);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('role="alert"');
  expect(await visitor.get(LIST)).toMatchObject({ status: 200 });
});

it('a user is added by e-mail, and removed after a question', async () => {
  const email = `grace-${ada.userId}@example.org`;
  const created = await ada.institution.client.post('/users', { email, name: 'Grace' });
  const { id } = created.body.data;
  const added = await visitor.submit(LIST, { email: ` ${email.toUpperCase()} `, 'roles:owner': '1' });
  expect(added.text).toContain('The administrator was added.');
  const [, url = ''] = /<output[^>]*>([^<]*\/link\/[^<]*)</.exec(added.text) ?? [];
  const [, end = ''] = /expires <time datetime="([^"]+)"/.exec(added.text) ?? [];
  expect(Date.parse(end) - system.clock.now()).toBe(72 * 3_600_000);
  const list = await visitor.get(LIST);
  expect(list.text).toContain(email);
  expect(list.text).not.toContain(url);

  const again = await visitor.submit(`${LIST}/${id}/new-link`);
  const [, newer = ''] = /<output[^>]*>([^<]*\/link\/[^<]*)</.exec(again.text) ?? [];
  const grace = new Visitor(system.consoleUrl);
  const pathOf = (link: string) => new URL(link).pathname;
  expect((await grace.get(pathOf(url))).text).not.toContain(email);
  const gone = await grace.get(url.slice(system.consoleUrl.length));
  expect(gone).toMatchObject({
    status: 410,
    text: expect.stringContaining('Ask the administrator who gave it to you'),
  });
  expect(gone.text).not.toContain('npm start');
  expect((await grace.get(pathOf(url))).text).toContain('npm start');
  expect((await grace.post(pathOf(newer))).status).toBe(303);
  expect((await grace.get('/console/account')).status).toBe(200);
  await newLink(ada);

  const path = `${LIST}/${id}/remove`;
  expect((await visitor.get(path)).text).toContain('Remove Grace from the administrators?');
  const removed = await visitor.submit(path);
  expect((await visitor.follow(removed)).text).toContain('The administrator was removed.');
  expect(await visitor.get(path)).toMatchObject({ status: 404 });
});

it('an administrator who is archived is signed out and is none any more, even when that is taken back', async () => {
  const grace = await newAdministrator(system);
  await newColleague(system, grace);
  const browser = await signedIn(system, grace);
  const archive = (isArchived: boolean) =>
    grace.institution.client.patch(`/users/${grace.userId}`, { isArchived }, { ifMatch: '*' });
  const status = async () => (await browser.get('/console/account')).status;
  expect(await status()).toBe(200);
  await archive(true);
  await until('the end of the session', async () => (await status()) === 303);
  await archive(false);
  await expect(newLink(grace)).rejects.toMatchObject({ code: 'ADMINISTRATOR_NOT_FOUND' });
  const { operator } = grace.institution;
  await operator(AdministratorService.method.addAdministrator, { email: grace.email });
  const again = async () => (await signedIn(system, grace)).get('/console/account');
  await until('a sign-in', async () => (await again().catch(() => null))?.status === 200);
});
