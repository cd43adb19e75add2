import { create } from '@bufbuild/protobuf';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnOrigin } from '../../console/http/origin.ts';
import { passkeysSection } from '../../console/screens/account/passkeys.ts';
import { PasskeySchema } from '../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { launchChromium } from '../support/chromium.ts';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

let browser: Browser;
let system: TestSystem;
let ada: TestAdministrator;
/** Browsers have no passkeys for addresses. */
let baseURL: string;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  ada = await newAdministrator(system);
  baseURL = system.consoleUrl.replace('127.0.0.1', 'localhost');
});
afterAll(() => browser.close());

interface Device {
  readonly page: Page;
  readonly complaints: string[];
  /** The authenticator: of a person who touches it and enters the PIN, until told otherwise. */
  readonly authenticator: CDPSession;
  readonly authenticatorId: string;
}

/** A window on a device that keeps passkeys. */
async function device(options: BrowserContextOptions = {}): Promise<Device> {
  const context = await browser.newContext({ baseURL, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const authenticator = await context.newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  const { authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, complaints, authenticator, authenticatorId };
}

async function signInByLink(page: Page, administrator = ada): Promise<void> {
  await page.goto(await newLink(administrator));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

async function register(page: Page, name: string): Promise<void> {
  await page.goto('/console/account');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Register passkey' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.getByRole('status').getByText('You have signed out.').waitFor();
}

describe('a passkey', () => {
  it('is registered, signs in without a name, is renamed and removed, and then signs nobody in', async () => {
    const { page, complaints } = await device();
    await signInByLink(page);
    await register(page, 'Laptop');
    await page.getByRole('status').getByText('The passkey was registered.').waitFor();
    const row = page.getByRole('row', { name: /Laptop/ });
    expect(await row.textContent()).toContain('Never');
    await signOut(page);

    await page.goto('/console/administrators');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    // To where somebody wanted to go.
    await page.getByRole('heading', { name: 'Administrators' }).waitFor();
    await page.goto('/console/account');
    expect(await row.textContent()).not.toContain('Never');
    await page.getByText('with a passkey', { exact: true }).waitFor();

    // Somebody can sign in without this passkey.
    await newLink(ada);
    await row.getByRole('link', { name: 'Rename' }).click();
    await page.getByLabel('Name').fill('Old laptop');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('status').getByText('The passkey was renamed.').waitFor();
    await page
      .getByRole('row', { name: /Old laptop/ })
      .getByRole('link', { name: 'Remove' })
      .click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('status').getByText('The passkey was removed.').waitFor();
    await page.getByText('No passkeys').waitFor();
    await signOut(page);

    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.status() === 403);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await answered;
    await page.getByRole('alert').getByText('You weren’t signed in.').waitFor();
    await page.goto('/console/account');
    expect(new URL(page.url()).pathname).toBe('/console/sign-in');
    expect(complaints.filter((text) => !/status of 403/.test(text))).toEqual([]);
    await page.context().close();
  });

  it('needs a name before the browser is asked for it', async () => {
    const { page, authenticator, authenticatorId } = await device();
    await signInByLink(page);
    await register(page, '  ');
    await page.getByText('Fill this in.').first().waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    const { credentials } = await authenticator.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toEqual([]);
    await page.context().close();
  });

  it('that the browser does not give is asked for again', async () => {
    const { page, authenticator, authenticatorId } = await device();
    await signInByLink(page);
    await register(page, 'Laptop');
    await page.getByText('The passkey was registered.').waitFor();
    await register(page, 'The same');
    await page.getByRole('alert').getByText('You have a passkey on this device already.').waitFor();
    await signOut(page);
    await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('The browser gave no passkey. Try again.').waitFor();
    await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('leads nowhere but to pages of the console', async () => {
    const { page } = await device();
    await signInByLink(page);
    const own = await newAdministrator(system, { institution: ada.institution });
    await page.context().clearCookies();
    await signInByLink(page, own);
    await register(page, 'Laptop');
    await page.getByText('The passkey was registered.').waitFor();
    for (const next of ['https://evil.example', '//evil.example/console', '/console/../api/v4/users']) {
      await signOut(page);
      await page.goto(`/console/sign-in?${new URLSearchParams({ next })}`);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      expect(page.url()).toBe(`${baseURL}/console/`);
    }
    await page.context().close();
  });

  it('of another administrator is not there', async () => {
    const other = await newAdministrator(system, { institution: ada.institution });
    const { page } = await device();
    await signInByLink(page, other);
    await register(page, 'Laptop');
    const href = (await page.getByRole('link', { name: 'Rename Laptop' }).getAttribute('href')) ?? '';
    const visitor = await signedIn(system, ada);
    for (const path of [href, href.replace(/rename$/, 'remove')]) {
      expect(await visitor.get(path)).toMatchObject({ status: 404 });
      expect(await visitor.post(path, { name: 'Mine' })).toMatchObject({ status: 404 });
    }
    await page.reload();
    expect(await page.getByRole('row', { name: /Laptop/ }).count()).toBe(1);
    await page.context().close();
  });
});

it('has no form for one passkey more than there may be', () => {
  const passkeys = Array.from({ length: 20 }, (_, index) =>
    create(PasskeySchema, { id: `${index}`, name: 'Key', createdAt: '2026-10-05T08:00:00.000Z' }),
  );
  const visit = {
    present: { now: Date.UTC(2026, 9, 5), timeZone: 'UTC' },
    site: new OwnOrigin(baseURL).siteOf(''),
  };
  const shown = (count: number) =>
    String(passkeysSection(passkeys.slice(0, count), visit, { values: {}, faults: {}, key: '' }));
  expect(shown(19)).toContain('<form');
  expect(shown(20)).not.toContain('<form');
  expect(shown(20)).toContain('Remove one first.');
});

describe('without what passkeys need, a page says so and has no dead button', () => {
  it('scripts', async () => {
    const { page } = await device({ javaScriptEnabled: false });
    await page.goto('/console/sign-in');
    await page.getByText('Passkeys need JavaScript').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await signInByLink(page);
    await page.goto('/console/account');
    await page.getByText('Passkeys need JavaScript').waitFor();
    expect(await page.getByRole('button', { name: 'Register passkey' }).count()).toBe(0);
    await page.context().close();
  });

  it('WebAuthn', async () => {
    const { page } = await device();
    await page.addInitScript('delete window.PublicKeyCredential');
    await page.goto('/console/sign-in');
    await page.getByText('a browser that supports them').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await page.context().close();
  });

  it('a host name: it leads to one', async () => {
    const { page } = await device({ baseURL: system.consoleUrl });
    await page.goto('/console/sign-in');
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: `${baseURL}/console` }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(page.url()).toMatch(`${baseURL}/console/sign-in`);
    await page.context().close();
  });
});

describe('the options', () => {
  it('of a sign-in name nobody, and an answer that proves nothing signs nobody in', async () => {
    const visitor = new Visitor(baseURL);
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
