import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../test/support/chromium.ts';
import { TestSystem } from '../../test/support/test-system.ts';

/** One page of each kind. */
const PAGES = [
  '/',
  '/docs/guides',
  '/docs/guides/calendars',
  '/docs/guides/quick-start',
  '/docs/operate/configuration',
  '/docs/develop/architecture',
  '/errors',
  '/errors/conflict',
  '/docs/search?q=key',
  '/docs/nothing',
];

let browser: Browser;
let system: TestSystem;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

interface Opened {
  readonly page: Page;
  /** What must be empty: messages of the browser, and addresses elsewhere. */
  readonly complaints: string[];
}

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Opened> {
  const context = await browser.newContext({ baseURL: system.url, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${system.url}/`)) complaints.push(request.url());
  });
  return { page, complaints };
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('at %d pixels, %s', (width, colorScheme) => {
  it('each kind of page is accessible, fits, and asks for nothing elsewhere', async () => {
    const { page, complaints } = await open({ viewport: { width, height: 900 }, colorScheme });
    for (const path of PAGES) {
      await page.goto(path);
      expect([path, await faultsOf(page)]).toEqual([path, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
    }
    // The browser reports the status of the page that does not exist.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await page.context().close();
  });

  it('the reference is accessible, has one search, and asks for nothing elsewhere', async () => {
    const { page, complaints } = await open({ viewport: { width, height: 900 }, colorScheme });
    await page.goto('/docs');
    await page.getByRole('heading', { name: 'Rate limit' }).waitFor({ state: 'attached' });
    await page.getByText('Username').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByRole('searchbox').count()).toBe(1);
    for (const [section, shown] of [
      ['tag/rooms/GET/rooms', page.locator('.response-card')],
      ['models', page.getByText('AppointmentSafeUser')],
    ] as const) {
      // The query makes it another page: the reference draws only what is near.
      await page.goto(`/docs?${section}#${section}`);
      await shown.first().waitFor({ state: 'attached' });
      expect([section, await faultsOf(page)]).toEqual([section, []]);
    }
    expect(await page.getByRole('button', { name: /search/i }).count()).toBe(0);
    // The reference prints its version.
    expect(complaints.filter((text) => !text.startsWith('@scalar/'))).toEqual([]);
    await page.context().close();
  });
});

describe('code', () => {
  const GUIDE = '/docs/guides/webhooks';

  it('can be copied', async () => {
    const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.locator('pre code').first().innerText(),
    );
    await page.context().close();
  });

  it('is shown in the language that the reader has chosen, on all pages, with the keyboard too', async () => {
    const { page } = await open();
    await page.goto('/');
    const panel = (name: string) => page.getByRole('tabpanel', { name }).first();
    expect(await panel('curl').isVisible()).toBe(true);
    await page.getByRole('tab', { name: 'curl' }).press('ArrowRight');
    expect([await panel('curl').count(), await panel('TypeScript').isVisible()]).toEqual([0, true]);
    await page.goto(GUIDE);
    expect(await page.getByRole('tab', { name: 'TypeScript' }).first().getAttribute('aria-selected')).toBe('true');
    await page.goto('/docs#tag/rooms/GET/rooms');
    await page.getByTestId('client-picker').filter({ hasText: 'TypeScript' }).first().waitFor({ state: 'attached' });
    await page.goto(GUIDE);
    await page
      .getByRole('tab', { name: /curl|Shell/ })
      .first()
      .click();
    await page.goto('/');
    expect(await panel('curl').isVisible()).toBe(true);
    await page.context().close();
  });

  it('is all there without scripts', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto('/');
    expect(await page.getByText('Output').count()).toBe(3);
    for (const label of ['curl', 'TypeScript', 'Python'])
      expect(await page.locator('figcaption', { hasText: label }).isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.context().close();
  });
});
