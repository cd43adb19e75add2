import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { newAdministrator, newLink } from '../support/console/administrator.ts';
import { openPage } from '../support/console/open-page.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
/** Browsers have no passkeys for addresses. */
const localUrl: string = system.consoleUrl.replace('127.0.0.1', 'localhost');
const ada = await newAdministrator(system);
afterAll(() => browser.close());

const open = ({ baseURL = system.consoleUrl, ...options }: BrowserContextOptions = {}) =>
  openPage(browser, baseURL, options);

async function signIn(page: Page): Promise<void> {
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto('/console/integrations');
}

describe('from a link to a request', () => {
  it('creates an integration whose credentials work', async () => {
    const { page, complaints } = await open();
    await signIn(page);
    await page.getByRole('link', { name: 'Create integration' }).click();
    await page.getByLabel('Name').fill('Badge terminals');
    await page.getByRole('button', { name: 'Create integration' }).click();
    expect(await page.getByRole('status', { name: '' }).first().textContent()).toBe('The integration was created.');
    const clientId = await page.getByLabel('Client ID', { exact: true }).textContent();
    const secret = await page.getByLabel('Client secret', { exact: true }).textContent();
    await page.getByRole('button', { name: 'Copy Client secret' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);

    const line = (await page.locator('pre code').textContent()) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { name: 'Badge terminals', clientId } });

    // A page that is loaded again creates nothing, and shows no secret.
    await page.reload();
    expect(await page.getByLabel('Client secret').count()).toBe(0);
    await page.getByRole('link', { name: 'Integrations' }).first().click();
    expect(await page.getByRole('link', { name: 'Badge terminals' }).count()).toBe(1);

    await page.goto('/console/requests');
    await until('the request', async () => {
      await page.reload();
      return (await page.getByRole('row', { name: '/api/v4/integration' }).getByText('Badge terminals').count()) === 1;
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('finds a page by the key /, and types it in a field', async () => {
    const { page, complaints } = await open();
    await signIn(page);
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.waitFor();
    await page.waitForFunction('document.activeElement.id === "q"');
    await page.keyboard.type('close/');
    expect(await field.inputValue()).toBe('close/');
    await field.fill('close mon');
    await page.getByRole('link', { name: 'Close month' }).click();
    await page.getByRole('heading', { name: /^Close / }).waitFor();
    await page.locator('select, input[type=month], input[type=text]').first().focus();
    await page.keyboard.press('/');
    expect(page.url()).toContain('close-month');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('works with the keyboard alone', async () => {
    const { page } = await open();
    await signIn(page);
    const press = async (name: string, key = 'Enter') => {
      for (let steps = 0; steps < 40; steps++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(
          'document.activeElement.textContent || document.activeElement.labels?.[0]?.textContent',
        );
        if (focused === name) return page.keyboard.press(key);
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await press('Create integration');
    await page.getByLabel('Name').waitFor();
    await press('Create integration');
    const field = page.getByLabel('Name');
    await page.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
    // From the fault to its field.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByLabel('Client secret', { exact: true }).waitFor();
    await page.context().close();
  });
});

it('has its navigation in a menu on a phone, on every page', async () => {
  const { page } = await open({ viewport: { width: 390, height: 800 } });
  await signIn(page);
  await page.getByText('Menu').click();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await page.context().close();
});

describe('a passkey', () => {
  /** A window on a device that keeps passkeys, of a person who touches it and enters the PIN until told otherwise. */
  async function device(options: BrowserContextOptions = {}) {
    const { page, complaints } = await open({ baseURL: localUrl, ...options });
    const authenticator = await page.context().newCDPSession(page);
    await authenticator.send('WebAuthn.enable');
    const { authenticatorId } = await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return { page, complaints, authenticator, authenticatorId };
  }
  const register = async (page: Page, name: string) => {
    await page.goto('/console/account');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Register passkey' }).click();
  };

  it('is registered with a name, once on a device, and signs in when the browser gives it', async () => {
    const { page, complaints, authenticator, authenticatorId } = await device();
    await signIn(page);
    await register(page, '  ');
    await page.getByText('Fill this in.').first().waitFor();
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await authenticator.send('WebAuthn.getCredentials', { authenticatorId })).toEqual({ credentials: [] });
    await register(page, 'Laptop');
    await page.getByRole('status').getByText('The passkey was registered.').waitFor();
    await register(page, 'The same');
    await page.getByRole('alert').getByText('You have a passkey on this device already.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.goto('/console/administrators');
    await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('The browser gave no passkey. Try again.').waitFor();
    await authenticator.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    // To where somebody wanted to go.
    await page.getByRole('heading', { name: 'Administrators' }).waitFor();
    expect(complaints.filter((text) => !/status of 4/.test(text))).toEqual([]);
    await page.context().close();
  });

  it('without what it needs has a page that says so, and no dead button', async () => {
    const bare = await device({ javaScriptEnabled: false });
    await bare.page.goto('/console/sign-in');
    await bare.page.getByText('Passkeys need JavaScript').waitFor();
    expect(await bare.page.getByRole('button').count()).toBe(0);
    const old = await device();
    await old.page.addInitScript('delete window.PublicKeyCredential');
    await old.page.goto('/console/sign-in');
    await old.page.getByText('a browser that supports them').waitFor();
    expect(await old.page.getByRole('button').count()).toBe(0);
    // Without a host name it leads to one.
    const { page } = await device({ baseURL: system.consoleUrl });
    await page.goto('/console/sign-in');
    expect(await page.getByRole('button').count()).toBe(0);
    await page.getByRole('link', { name: `${localUrl}/console` }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    for (const each of [bare.page, old.page, page]) await each.context().close();
  });
});
