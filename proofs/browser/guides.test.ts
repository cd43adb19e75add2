import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readManuals } from '../../site/manuals/manual-pages.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const manuals = await readManuals();
const PAGES = manuals.flatMap(({ manual, guides }) => [manual.path, ...guides.map(({ href }) => href)]);

let system: TestSystem;
let browser: Browser;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

it('every page, and what a search finds, fits a phone and breaks nothing of its policy', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  for (const path of [...PAGES, '/docs/search?q=key']) {
    await page.goto(`${system.url}${path}`);
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    const pictures = (await page.evaluate('[...document.images].map(({ naturalWidth }) => naturalWidth)')) as number[];
    expect(pictures.filter((width) => width === 0)).toEqual([]);
  }
  expect(logged).toEqual([]);
  await page.close();
});

it.each([
  ['"><zzzzqqqq>', 'No results for “"><zzzzqqqq>”'],
  ['zzzzzzzzzz', 'No results for “zzzzzzzzzz”'],
  [`${'x'.repeat(120)}`, 'No results'],
  ['%', 'No results'],
])('a search for %j shows it as text', async (query, shown) => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(`${system.url}/docs/search?q=${encodeURIComponent(query)}`);
  await page.getByText(shown).waitFor();
  expect(query.startsWith(await page.getByRole('searchbox').first().inputValue())).toBe(true);
  expect(complaints).toEqual([]);
  await page.close();
});

it('a search leads to an operation of the reference, which shows it under its address', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${system.url}/docs/guides`);
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('change user');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).press('Enter');
  await page.getByRole('link', { name: 'Change a user' }).click();
  expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#tag/users/PATCH/users/{id}');
  await page.locator('[id$="tag/users/PATCH/users/{id}"]').first().waitFor();
  await page.locator('a[href="#tag/users/PATCH/users/{id}"]').first().waitFor();
  await page.close();
});
