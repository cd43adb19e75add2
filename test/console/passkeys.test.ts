import { describe, expect, it } from 'vitest';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { rowsIn, saying } from '../support/console/read-page.ts';
import { Visitor } from '../support/console/visitor.ts';
import { SoftwareAuthenticator } from '../support/identity/software-authenticator.ts';
import { TestSystem } from '../support/test-system.ts';

const ACCOUNT = '/console/account';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
/** Browsers have no passkeys for addresses. */
const url: string = system.consoleUrl.replace('127.0.0.1', 'localhost');

/** A browser of an administrator, who has registered a passkey. */
async function registered(of = ada) {
  const [visitor, authenticator] = [await signedIn(system, of, url), new SoftwareAuthenticator()];
  const { text } = await visitor.post(`${ACCOUNT}/passkeys/options`);
  const sent = await visitor.submit(ACCOUNT, { name: 'Laptop', credential: authenticator.create(text, url) });
  const page = await visitor.follow(sent);
  expect(page).toEqual(saying('The passkey was registered.'));
  const [, path = ''] = /href="([^"]*\/passkeys\/[^"]*)\/rename"/.exec(page.text) ?? [];
  return { visitor, authenticator, page, path };
}

/** Signs in with a passkey, on the page that leads on to `next`. */
async function enter(visitor: Visitor, authenticator: SoftwareAuthenticator, next: string) {
  const { text } = await visitor.post('/console/sign-in-options');
  authenticator.counter++;
  const credential = authenticator.get(text, url);
  return visitor.post(`/console/sign-in?${new URLSearchParams({ next })}`, { credential });
}

describe('a passkey', () => {
  it('is registered, signs in without a name, is renamed and removed, and then signs nobody in', async () => {
    const { page, authenticator, path } = await registered();
    expect(page.text).toMatch(/Laptop.*Never/s);
    const visitor = new Visitor(url);
    const entered = await enter(visitor, authenticator, '/console/administrators');
    expect(entered.headers.get('location')).toBe('/console/administrators');
    const account = await visitor.get(ACCOUNT);
    expect(account.text).toMatch(/Laptop(?!.*Never).*with a passkey</s);
    // Somebody can sign in without this passkey.
    await newLink(ada);
    const renamed = await visitor.follow(await visitor.submit(`${path}/rename`, { name: 'Old laptop' }));
    expect([renamed, rowsIn(renamed)]).toEqual([
      saying('The passkey was renamed.'),
      expect.arrayContaining(['Old laptop']),
    ]);
    const removed = await visitor.follow(await visitor.submit(`${path}/remove`));
    expect([removed, removed]).toEqual([saying('The passkey was removed.'), saying('No passkeys')]);
    const refused = await enter(new Visitor(url), authenticator, '/console/administrators');
    expect([refused.status, refused]).toEqual([403, saying('You weren’t signed in.')]);
  });

  it('leads nowhere but to pages of the console', async () => {
    const { authenticator } = await registered();
    for (const next of ['https://evil.example', '//evil.example/console', '/console/../api/v4/users']) {
      const { headers } = await enter(new Visitor(url), authenticator, next);
      expect([next, headers.get('location')]).toEqual([next, '/console/']);
    }
  });

  it('of another administrator is not there', async () => {
    const other = await registered(await newAdministrator(system, { institution: ada.institution }));
    const visitor = await signedIn(system, ada, url);
    for (const path of [`${other.path}/rename`, `${other.path}/remove`]) {
      expect(await visitor.get(path)).toMatchObject({ status: 404 });
      expect(await visitor.post(path, { name: 'Mine' })).toMatchObject({ status: 404 });
    }
    expect(await other.visitor.get(ACCOUNT)).toEqual(saying('Laptop'));
  });
});

describe('the options', () => {
  it('of a sign-in name nobody, and an answer that proves nothing signs nobody in', async () => {
    const visitor = new Visitor(url);
    const { text, headers } = await visitor.post('/console/sign-in-options');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    const { allowCredentials = [], rpId, userVerification } = JSON.parse(text);
    expect({ allowCredentials, rpId, userVerification }).toEqual({
      allowCredentials: [],
      rpId: 'localhost',
      userVerification: 'required',
    });
    for (const credential of ['', 'null', '{}', '{"id":"AAAA","response":{}}']) {
      expect(await visitor.post('/console/sign-in', { credential })).toMatchObject({ status: 403 });
      expect(visitor.cookies.has('lyceum-console')).toBe(false);
    }
  });
});
