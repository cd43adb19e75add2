import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManuals } from '../../site/manuals/manual-pages.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { expectToBeWalked } from '../../test/support/console/keyboard.ts';
import { openPage } from '../../test/support/console/open-page.ts';
import { expectToFit } from '../../test/support/console/page-checks.ts';
import { TestSystem } from '../../test/support/test-system.ts';

/** One page of each kind. */
const PAGES = [
  ...['/', '/docs/guides', '/docs/guides/calendars', '/docs/guides/quick-start', '/docs/operate/configuration'],
  '/docs/de/guides/console',
  ...['/docs/develop/architecture', '/errors', '/errors/conflict', '/docs/search?q=key', '/docs/nothing'],
];
const manuals = await readManuals();

let browser: Browser;
let system: TestSystem;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

const open = (options?: BrowserContextOptions) => openPage(browser, system.url, options);

async function faultsOf(page: Page): Promise<string[]> {
  const rules = { 'target-size': { enabled: true } };
  const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze();
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
    for (const fitted of [320, width]) {
      await page.setViewportSize({ width: fitted, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(fitted);
    }
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
    expect(await page.getByText('Powered by Scalar').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('[data-placeholder="janedoe"]').count()).toBe(0);
    const looks = `JSON.stringify(['font', 'height', 'borderRadius', 'backgroundColor', 'color'].map((name) =>
      getComputedStyle(document.querySelector('.site-head .button'))[name]))`;
    const here = await page.evaluate(looks);
    await page.goto('/');
    expect(here).toBe(await page.evaluate(looks));
    // The reference prints its version.
    expect(complaints.filter((text) => !text.startsWith('@scalar/'))).toEqual([]);
    await page.context().close();
  });
});

it('each kind of page fits into windows, with more space between lines, words and letters, too', async () => {
  const { page } = await open();
  await expectToFit(page, PAGES);
  await page.context().close();
});

it.each([1440, 390])('each kind of page is walked through with the keyboard, %i pixels wide', async (width) => {
  const { page } = await open({ viewport: { width, height: 900 } });
  await expectToBeWalked(page, PAGES);
  await page.context().close();
});

it('an operation of the reference is walked through with the keyboard', async () => {
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await expectToBeWalked(page, ['/docs#tag/rooms/GET/rooms']);
  await page.context().close();
});

describe('code', () => {
  const GUIDE = '/docs/guides/writing-safely';

  it('can be copied', async () => {
    const { page } = await open();
    await page.goto('/');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.locator('body > [aria-live]').textContent()).toBe('Copied');
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

it('every page, and what a search finds, fits a phone and breaks nothing of its policy', async () => {
  const { page, complaints } = await open({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
  for (const path of [
    ...manuals.flatMap(({ manual, guides }) => [manual.path, ...guides.map(({ href }) => href)]),
    '/docs/search?q=key',
  ]) {
    await page.goto(path);
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    const pictures = (await page.evaluate('[...document.images].map(({ naturalWidth }) => naturalWidth)')) as number[];
    expect(pictures.filter((width) => width === 0)).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

it.each([
  ['"><zzzzqqqq>', 'No results for “"><zzzzqqqq>”'],
  ['zzzzzzzzzz', 'No results for “zzzzzzzzzz”'],
  [`${'x'.repeat(120)}`, 'No results'],
  ['%', 'No results'],
])('a search for %j shows it as text', async (query, shown) => {
  const { page, complaints } = await open();
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(`/docs/search?q=${encodeURIComponent(query)}`);
  await page.getByText(shown).waitFor();
  expect(query.startsWith(await page.getByRole('searchbox').first().inputValue())).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('a search says how much it has found, and nothing', async () => {
  const { page } = await open();
  const said = page.locator('main [aria-live]');
  await page.goto('/docs/search?q=key');
  await said.getByText(/^\d+ results$/).waitFor();
  await page.goto('/docs/search?q=zzzzzzzzzz');
  await said.getByText('No results for').waitFor();
  await page.context().close();
});

it('a search leads to an operation of the reference, which shows it under its address', async () => {
  const { page } = await open();
  await page.goto('/docs/guides');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('change user');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).press('Enter');
  await page.getByRole('link', { name: 'Change a user' }).click();
  expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#tag/users/PATCH/users/{id}');
  await page.locator('[id$="tag/users/PATCH/users/{id}"]').first().waitFor();
  await page.locator('a[href="#tag/users/PATCH/users/{id}"]').first().waitFor();
  await page.context().close();
});
