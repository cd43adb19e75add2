import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { ForgingProvider } from '../support/console/forging-provider.ts';
import { tableIn } from '../support/console/read-page.ts';
import { type Answer, Visitor } from '../support/console/visitor.ts';
import { TestOpenIdProvider } from '../support/identity/test-openid-provider.ts';
import { TestSystem } from '../support/test-system.ts';

const { clientId, clientSecret } = TestOpenIdProvider.client;
const FAILED = '/console/not-signed-in';
const COOKIE = 'lyceum-console-openid';

let ref: string;
let ada: TestAdministrator;
const [system, forger] = await Promise.all([TestSystem.start(), ForgingProvider.start()]);
const provider = await TestOpenIdProvider.start(`${system.consoleUrl}/console/openid`);
await newSchool();
afterAll(() => Promise.all([provider.stop(), forger.stop()]));
beforeEach(() => {
  provider.claims = { email: ada.email, email_verified: true };
});

async function newSchool(): Promise<void> {
  ref = `school-${randomBytes(4).toString('hex')}`;
  ada = await newAdministrator(system, { institution: await system.newInstitution(ref) });
  // Somebody can sign in without the provider.
  await newLink(ada);
}

/** Sets the provider as the administrator does in the console. */
async function setUp(issuer = provider.issuer): Promise<void> {
  const visitor = await signedIn(system, ada);
  const saved = await visitor.submit('/console/administrators/openid', { issuer, clientId, clientSecret });
  expect(saved).toMatchObject({ status: 303 });
}

/** What the link on an institution's page leads to. */
function begin(visitor: Visitor, institution = ref): Promise<Answer> {
  return visitor.get(`/console/sign-in/${institution}?with=openid`, { 'sec-fetch-site': 'same-origin' });
}

const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';
/** The address at which the browser comes back, as the console's server sees it. */
const pathOf = (address: string) => address.slice(system.consoleUrl.length);

/** Signs in at the provider. @param change of the address with which the browser comes back */
async function enter(visitor: Visitor, change: (url: URL) => void = () => undefined): Promise<Answer> {
  const callback = new URL(await provider.visit(locationOf(await begin(visitor))));
  change(callback);
  return visitor.get(pathOf(callback.href));
}

/** That a sign-in ended on the page on which all end that fail. */
async function expectFailure(visitor: Visitor, answer: Answer): Promise<void> {
  expect([answer.status, locationOf(answer)]).toEqual([303, FAILED]);
  expect([...visitor.cookies.keys()]).toEqual([]);
  const page = await visitor.follow(answer);
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('You were not signed in') });
  expect(page.text).toBe((await new Visitor(system.consoleUrl).get(FAILED)).text);
}

describe('sign-in by OpenID Connect', () => {
  it('is set up, tried, used and switched off', async () => {
    const own = await signedIn(system, ada);
    const form = '/console/administrators/openid';
    expect((await own.get(form)).text).toContain(`${system.consoleUrl}/console/openid`);
    const saved = await own.follow(await own.submit(form, { issuer: provider.issuer, clientId, clientSecret }));
    expect(saved.text).toMatch(
      new RegExp(`The provider was saved\\..*${system.consoleUrl}/console/sign-in/${ref}<`, 's'),
    );
    expect((await own.get(`${form}/try`)).text).toContain('has not refused the client');
    const visitor = new Visitor(system.consoleUrl);
    await enter(visitor);
    expect((await visitor.get('/console/account')).text).toContain('with OpenID Connect');
    const off = await own.follow(await own.submit(`${form}/switch-off`));
    expect(off.text).toContain('Sign-in by OpenID Connect is switched off.');
    const late = new Visitor(system.consoleUrl);
    await expectFailure(late, await begin(late));
  });

  it('never shows the secret, and keeps it while issuer and client stay', async () => {
    await setUp();
    const visitor = await signedIn(system, ada);
    const form = '/console/administrators/openid';
    for (const path of [form, '/console/administrators'])
      expect((await visitor.get(path)).text).not.toContain(clientSecret);
    expect(await visitor.submit(form, { issuer: provider.issuer, clientId, clientSecret: '' })).toMatchObject({
      status: 303,
    });
    expect(locationOf(await enter(new Visitor(system.consoleUrl)))).toBe('/console/');
    expect((await visitor.get('/console/administrators')).text).toContain(provider.issuer);
  });

  it('says why the provider cannot be used', async () => {
    await newSchool();
    const visitor = await signedIn(system, ada);
    expect(await visitor.get('/console/administrators/openid/try')).toMatchObject({ status: 404 });
    await setUp('http://127.0.0.1:1');
    expect((await visitor.get('/console/administrators/openid/try')).text).toContain('cannot be reached');
    await setUp(`${provider.issuer}/elsewhere`);
    expect((await visitor.get('/console/administrators/openid/try')).text).toContain('There is no provider');
  });
});

describe('a sign-in at the provider', () => {
  beforeAll(() => setUp());

  it('begins a session, with a state that the cookie keeps for ten minutes', async () => {
    const visitor = new Visitor(system.consoleUrl);
    const begun = await begin(visitor);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lyceum-console-openid=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const entered = await visitor.get(pathOf(await provider.visit(locationOf(begun))));
    expect(locationOf(entered)).toBe('/console/');
    expect([...visitor.cookies.keys()].sort()).toEqual(['lyceum-console', 'lyceum-console-forms']);
    expect(await visitor.get('/console/account')).toMatchObject({ status: 200 });
  });

  it.each<[string, () => void]>([
    ['whose address is not verified', () => (provider.claims = { email: ada.email, email_verified: false })],
    ['without an address', () => (provider.claims = { email_verified: true })],
    ['who is no administrator', () => (provider.claims = { email: 'nobody@example.org', email_verified: true })],
  ])('of somebody %s ends on the same page', async (_, change) => {
    change();
    const visitor = new Visitor(system.consoleUrl);
    await expectFailure(visitor, await enter(visitor));
  });

  it.each<[string, (url: URL) => void]>([
    ['another state', (url) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url) => url.searchParams.delete('state')],
    ['another issuer', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['no issuer, although the provider names it', (url) => url.searchParams.delete('iss')],
    ['another code', (url) => url.searchParams.set('code', 'x'.repeat(43))],
    ['an error of the provider', (url) => url.searchParams.set('error', 'access_denied')],
    ['too much', (url) => url.searchParams.set('more', 'x'.repeat(9_000))],
    ['nothing', (url) => Object.assign(url, { search: '' })],
  ])('that comes back with %s ends on the same page', async (_, change) => {
    const visitor = new Visitor(system.consoleUrl);
    await expectFailure(visitor, await enter(visitor, change));
  });

  it('that is repeated, or continued in another browser, ends on the same page', async () => {
    const [visitor, thief] = [new Visitor(system.consoleUrl), new Visitor(system.consoleUrl)];
    const callback = pathOf(await provider.visit(locationOf(await begin(visitor))));
    await expectFailure(thief, await thief.get(callback));
    await begin(thief);
    await expectFailure(thief, await thief.get(callback));
    const state = visitor.cookies.get(COOKIE) ?? '';
    expect(locationOf(await visitor.get(callback))).toBe('/console/');
    thief.cookies.set(COOKIE, state);
    await expectFailure(thief, await thief.get(callback));
    thief.cookies.set(COOKIE, 'x'.repeat(3_000));
    await expectFailure(thief, await thief.get(callback));
  });

  it('leads nowhere but to the console', async () => {
    const visitor = new Visitor(system.consoleUrl);
    const entered = await enter(visitor, (url) => url.searchParams.set('next', 'https://evil.example'));
    expect(locationOf(entered)).toBe('/console/');
    const page = await visitor.get(`/console/sign-in/${ref}?next=https://evil.example`);
    expect(locationOf(page)).toBe('/console/');
  });

  it('is begun by a page of the console alone', async () => {
    const visitor = new Visitor(system.consoleUrl);
    const plain = await visitor.get(`/console/sign-in/${ref}`);
    for (const site of ['cross-site', 'same-site', 'none', undefined]) {
      const headers: Record<string, string> = site === undefined ? {} : { 'sec-fetch-site': site };
      const { status, text } = await visitor.get(`/console/sign-in/${ref}?with=openid`, headers);
      expect([site, status, text === plain.text]).toEqual([site, 200, true]);
    }
    expect(visitor.cookies.size).toBe(0);
  });
});

describe('a token of the provider', () => {
  beforeAll(() => setUp(forger.issuer));

  async function enterWith(visitor: Visitor, claims: object): Promise<Answer> {
    const { searchParams } = new URL(locationOf(await begin(visitor)));
    const nonce = searchParams.get('nonce');
    forger.claims = { aud: clientId, nonce, email: ada.email, email_verified: true, ...claims };
    return visitor.get(`/console/openid?${new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })}`);
  }

  it('signs in when all is right', async () => {
    expect(locationOf(await enterWith(new Visitor(system.consoleUrl), {}))).toBe('/console/');
  });

  it.each<[string, object]>([
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of another sign-in', { nonce: 'x'.repeat(43) }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['with an address that is verified in words', { email_verified: 'yes' }],
  ])('%s ends on the same page', async (_, claims) => {
    const visitor = new Visitor(system.consoleUrl);
    await expectFailure(visitor, await enterWith(visitor, claims));
  });
});

describe('an institution without a provider', () => {
  it('is like one that does not exist', async () => {
    const visitor = new Visitor(system.consoleUrl);
    await setUp();
    const without = `school-${randomBytes(4).toString('hex')}`;
    await system.newInstitution(without);
    const pages = await Promise.all([ref, without, 'unknown'].map((each) => visitor.get(`/console/sign-in/${each}`)));
    for (const { status, text } of pages) expect([status, text === pages[0]?.text]).toEqual([200, true]);
    for (const each of [without, 'unknown', '%F0%9F%92%A9']) await expectFailure(visitor, await begin(visitor, each));
  });
});

describe('somebody who has signed in', () => {
  let bo: TestAdministrator;
  let visitor: Visitor;
  beforeEach(async () => {
    await newSchool();
    await setUp();
    bo = await newAdministrator(system, { institution: ada.institution, name: 'Bo Larsen' });
    visitor = await signedIn(system, ada);
    provider.claims = { email: bo.email, email_verified: true };
  });

  const TRY = '/console/administrators/openid/try';
  const tryIt = () => visitor.get(`${TRY}/sign-in`, { 'sec-fetch-site': 'same-origin' });
  const nameIn = async () => /side-foot[^>]*>([^<]*)/.exec((await visitor.get('/console/account')).text)?.[1];

  it('tries the provider, is told whom it confirms, and stays who they are', async () => {
    const token = visitor.cookies.get('lyceum-console');
    const back = await visitor.get(pathOf(await provider.visit(locationOf(await tryIt()))));
    expect(locationOf(back)).toMatch(/^\/console\/administrators\/openid\/try\?result=/);
    const sentence = `It works. The provider confirmed ${bo.email}, which is Bo Larsen, not you. You are still ${ada.name}.`;
    for (const page of [await visitor.follow(back), await visitor.follow(back)])
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining(sentence) });
    expect([visitor.cookies.get('lyceum-console'), await nameIn()]).toEqual([token, ada.name]);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
    const stranger = await signedIn(system, bo);
    expect(locationOf(await stranger.get(locationOf(back)))).toBe(TRY);
    expect(locationOf(await new Visitor(system.consoleUrl).get(locationOf(back)))).toMatch(/^\/console\/sign-in/);
    expect(locationOf(await visitor.get(`${TRY}?result=${'x'.repeat(3_000)}`))).toBe(TRY);
  });

  it('is told who is no administrator, and why a try fails', async () => {
    const shown = async () =>
      (await visitor.follow(await visitor.get(pathOf(await provider.visit(locationOf(await tryIt())))))).text;
    const created = await ada.institution.client.post('/users', { email: `cy-${ref}@x.example`, name: 'Cy' });
    provider.claims = { email: created.body.data.email, email_verified: true };
    expect(await shown()).toContain(`${created.body.data.email}, which is Cy, who is no administrator.`);
    provider.claims = { email: 'nobody@x.example', email_verified: true };
    expect(await shown()).toContain('nobody@x.example, which no active person here has.');
    provider.claims = { email: bo.email };
    expect(await shown()).toMatch(/did not say whether the email address is verified.*You are still/);
    expect((await visitor.get('/console/administrators')).text).not.toContain('Last failed sign-in');
  });

  it('sees what came back beside what Lyceum needs', async () => {
    const claims = async () => {
      const back = await visitor.get(pathOf(await provider.visit(locationOf(await tryIt()))));
      const { text } = await visitor.follow(back);
      expect(text).toContain(`You are still ${ada.name}.`);
      return tableIn({ text }, 'Claims');
    };
    const [account, address] = [
      /^sub person The account, .* Yes$/,
      `email ${bo.email} The address of an administrator here`,
    ];
    expect(await claims()).toEqual([
      expect.stringMatching(account),
      `${address} Yes`,
      'email_verified true true, unless the provider confirms its addresses Yes',
    ]);
    provider.claims = { email: bo.email };
    expect((await claims()).at(-1)).toMatch(/^email_verified nothing .* No$/);
    provider.claims = { email: `${'ä'.repeat(200)}@x.example`, email_verified: 'false' };
    expect((await claims()).slice(1)).toEqual([
      expect.stringMatching(/^email ä{100}… .* No$/),
      expect.stringMatching(/^email_verified false .* No$/),
    ]);
    provider.claims = {};
    expect((await claims())[1]).toMatch(/^email nothing .* No$/);
  });

  it('begins no try from elsewhere', async () => {
    for (const site of ['cross-site', 'none']) {
      const answer = await visitor.get(`${TRY}/sign-in`, { 'sec-fetch-site': site });
      expect([locationOf(answer), visitor.cookies.has(COOKIE)]).toEqual([TRY, false]);
    }
  });

  it('and signs in as another is told so, at the provider and by a link', async () => {
    // The page of a sign-in leads on who has signed in: the sign-in was begun before.
    const begun = await begin(visitor);
    const entered = await visitor.get(pathOf(await provider.visit(locationOf(begun))));
    expect(locationOf(entered)).toBe('/console/');
    const page = await visitor.follow(entered);
    expect(page.text).toMatch(/role="status">Signed in as Bo Larsen\./);
    const path = await newLink(ada);
    expect((await visitor.get(path)).text).toContain(
      'You are signed in as Bo Larsen. Signing in here ends that session.',
    );
    expect((await visitor.follow(await visitor.post(path))).text).toMatch(/role="status">Signed in as Ada Lindqvist\./);
    expect((await (await signedIn(system, bo)).get('/console/')).text).not.toContain('Signed in as');
  });

  it('and fails to sign in is told that they are still signed in', async () => {
    provider.claims = { email: bo.email, email_verified: false };
    const entered = await enter(visitor);
    expect(locationOf(entered)).toBe(FAILED);
    expect((await visitor.follow(entered)).text).toContain(`You are still ${ada.name}.`);
    const list = (await visitor.get('/console/administrators')).text;
    expect(list).toMatch(/<dt>Last failed sign-in<\/dt><dd><time .*The provider said that the email address is not/s);
  });
});
