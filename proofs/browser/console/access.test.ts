import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import {
  newAdministrator,
  newLink,
  signedIn,
  type TestAdministrator,
} from '../../../test/support/console/administrator.ts';
import { expectAccessible, expectToFit } from '../../../test/support/console/page-checks.ts';
import { TestOpenIdProvider } from '../../../test/support/identity/test-openid-provider.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

/** The screens of integrations, administrators, passkeys and OpenID Connect, and those before signing in. */
let browser: Browser;
let page: Page;
let system: TestSystem;
let provider: TestOpenIdProvider;
let ada: TestAdministrator;
let ref: string;
let own: string[];
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  provider = await TestOpenIdProvider.start(`${system.consoleUrl}/console/openid`);
  ref = `school-${randomBytes(4).toString('hex')}`;
  ada = await newAdministrator(system, { institution: await system.newInstitution(ref) });
  const { clientId, clientSecret } = TestOpenIdProvider.client;
  const visitor = await signedIn(system, ada);
  await visitor.submit('/console/administrators/openid', { issuer: provider.issuer, clientId, clientSecret });
  // Browsers have no passkeys for addresses.
  const baseURL = system.consoleUrl.replace('127.0.0.1', 'localhost');
  page = await (await browser.newContext({ baseURL })).newPage();
  await addAuthenticator(page);
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  own = ['/console/integrations/new', '/console/administrators', `/console/administrators/${ada.userId}/remove`];
  for (const path of ['', '/try', '/switch-off']) own.push(`/console/administrators/openid${path}`);
  own.push('/console/account', ...(await passkeyPages()), '/console/integrations', ...(await integrationPages()));
  own.push('/console/nothing');
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await system?.stop();
});

async function addAuthenticator(target: Page): Promise<void> {
  const authenticator = await target.context().newCDPSession(target);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function passkeyPages(): Promise<string[]> {
  await page.goto('/console/account');
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Register passkey' }).click();
  const links = ['Rename Laptop', 'Remove Laptop'].map((name) => page.getByRole('link', { name }));
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

async function integrationPages(): Promise<string[]> {
  await page.goto('/console/integrations');
  const href = await page.locator('.row-link').first().getAttribute('href');
  return ['', '/rotate', '/rename'].map((each) => `${href}${each}`);
}

it.each(['light', 'dark'] as const)('the pages have nothing that axe finds, %s', async (colorScheme) => {
  await expectAccessible(page, own, colorScheme);
});

it('the pages fit into windows of 320 to 1440 pixels', () => expectToFit(page, own));

it('the pages before signing in are accessible, and fit', async () => {
  const visitor = await (await browser.newContext({ baseURL: system.consoleUrl })).newPage();
  const paths = ['/console/sign-in', `/console/sign-in/${ref}`, '/console/not-signed-in', await newLink(ada)];
  for (const colorScheme of ['light', 'dark'] as const) await expectAccessible(visitor, paths, colorScheme);
  await expectToFit(visitor, paths);
});
