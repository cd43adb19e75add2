import { beforeAll, expect, it } from 'vitest';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import type { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const LIST = '/console/administrators';

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  system = await TestSystem.start();
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

it('the last administrator cannot be removed, and the list says so', async () => {
  expect((await visitor.get(LIST)).text).toContain('The last one cannot be removed.');
  const refused = await visitor.submit(`${LIST}/${ada.userId}/remove`);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('role="alert"');
  expect(await visitor.get(LIST)).toMatchObject({ status: 200 });
});

it('a user is added by e-mail, and removed after a question', async () => {
  const email = `grace-${ada.userId}@example.org`;
  const created = await ada.institution.client.post('/users', { email, name: 'Grace' });
  const { id } = created.body.data;
  const added = await visitor.submit(LIST, { email: ` ${email.toUpperCase()} ` });
  expect(added.headers.get('location')).toBe(LIST);
  const list = await visitor.follow(added);
  expect(list.text).toContain('<p class="message" role="status">The administrator was added.</p>');
  expect(list.text).toContain(email);
  expect((await visitor.get(LIST)).text).not.toContain('role="status"');

  const path = `${LIST}/${id}/remove`;
  expect((await visitor.get(path)).text).toContain('Remove Grace from the administrators?');
  const removed = await visitor.submit(path);
  expect((await visitor.follow(removed)).text).toContain('The administrator was removed.');
  expect(await visitor.get(path)).toMatchObject({ status: 404 });
});

it('an administrator who is archived is signed out, and signs in again when that is taken back', async () => {
  const grace = await newAdministrator(system);
  const browser = await signedIn(system, grace);
  const archive = (isArchived: boolean) =>
    grace.institution.client.patch(`/users/${grace.userId}`, { isArchived }, { ifMatch: '*' });
  const status = async () => (await browser.get('/console/account')).status;
  expect(await status()).toBe(200);
  await archive(true);
  await until('the end of the session', async () => (await status()) === 303);
  await archive(false);
  const signIn = () => signedIn(system, grace).catch(() => null);
  await until('a sign-in', async () => (await (await signIn())?.get('/console/account'))?.status === 200);
});

it('a form that is not accepted keeps what was typed, with the fault in the description of its field', async () => {
  for (const email of ['nobody@example.org', '']) {
    const { status, text } = await visitor.submit(LIST, { email });
    expect(status).toBe(422);
    expect(text).toMatch(
      new RegExp(
        `id="email" name="email" aria-describedby="email-fault email-help" aria-invalid="true" value="${email}"`,
      ),
    );
    expect(text).toMatch(/<p class="error" id="email-fault">\w.*\.<\/p>/);
    expect(text).toContain('<a href="#email">Email</a>');
  }
});
