import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { newAdministrator, newLink, type TestAdministrator } from '../support/console/administrator.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

let browser: Browser;
let system: TestSystem;
let ada: TestAdministrator;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  ada = await newAdministrator(system);
});
afterAll(() => browser.close());

interface Opened {
  readonly page: Page;
  /** What must be empty: messages of the browser, and addresses elsewhere. */
  readonly complaints: string[];
}

/** A new window, and all that goes wrong in it. */
async function open(options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({
    baseURL: system.consoleUrl,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== system.consoleUrl) complaints.push(request.url());
  });
  return { page, complaints };
}

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

  it('works without scripts', async () => {
    const { page, complaints } = await open({ javaScriptEnabled: false });
    await signIn(page);
    await page.getByRole('link', { name: 'Create integration' }).click();
    await page.getByLabel('Name').fill('Without scripts');
    await page.getByRole('button', { name: 'Create integration' }).click();
    expect(await page.getByLabel('Client secret', { exact: true }).textContent()).toMatch(/^[\w-]{43}$/);
    expect(await page.getByRole('button', { name: /Copy/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Open integration' }).click();
    await page.getByRole('link', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The integration was deactivated.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByText('You have signed out.').waitFor();
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
