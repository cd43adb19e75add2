import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, signedIn } from '../../../test/support/console/administrator.ts';
import { openPage, takeOver } from '../../../test/support/console/open-page.ts';
import { newIntegration, record } from '../../../test/support/console/recorded.ts';
import type { Visitor } from '../../../test/support/console/visitor.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

let browser: Browser;
let system: TestSystem;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  const ada = await newAdministrator(system);
  const { id: integrationId } = await newIntegration(ada.institution, 'Badge terminals');
  const path = '/api/v4/time-tracking/sessions/start';
  await record(
    system,
    ada.institution,
    Array.from({ length: 60 }, (_, n) => ({ integrationId, requestId: `request-${n}`, path, ago: n * 1_000 })),
  );
  visitor = await signedIn(system, ada);
  ({ page } = await openPage(browser, system.consoleUrl, { viewport: { width: 390, height: 844 } }));
  await takeOver(page, visitor, system.consoleUrl);
});
afterAll(() => browser.close());

/** Whether all of an element lies within the window's width. */
const isWithin = (selector: string) =>
  page.evaluate<boolean>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].every((it) => { const { left, right } = it.getBoundingClientRect(); return left >= 0 && right <= innerWidth + 0.5; })`,
  );

it('at 390 pixels, each cell of a row stands below the others with its column’s name, and nothing is cut', async () => {
  for (const path of ['/console/integrations', '/console/requests', '/console/events', '/console/people']) {
    await page.goto(path);
    expect([path, await isWithin('.table td, .table tbody th')]).toEqual([path, true]);
  }
  await page.goto('/console/integrations');
  const label = 'getComputedStyle(document.querySelector(".table td[data-label=State]"), "::before").content';
  expect(await page.evaluate<string>(label)).toBe('"State"');
});

it('a request shows the end of its path, without what all have', async () => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/console/requests');
    const path = page.locator('.path').first();
    expect(await path.textContent()).toBe('GET /time-tracking/sessions/start');
    const isWhole =
      '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector(".path .end"))';
    expect([width, await page.evaluate<boolean>(isWhole)]).toEqual([width, true]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
});

it('filters are folded in a narrow window unless one is set, and in sight in a wide one', async () => {
  await page.goto('/console/requests');
  const status = page.getByLabel('Status');
  expect(await status.isVisible()).toBe(false);
  await page.getByText('Filters').press('Enter');
  expect(await status.isVisible()).toBe(true);
  await page.goto('/console/requests?status=2xx');
  expect(await status.isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto('/console/requests');
  expect(await status.isVisible()).toBe(true);
  expect(await page.getByText('Filters', { exact: true }).isVisible()).toBe(false);
});

it('a fault of one filter leaves the others in one line', async () => {
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.goto('/console/requests?status=9');
  const tops = await Promise.all(
    ['Integration', 'Status', 'Method'].map(async (label) => (await page.getByLabel(label).first().boundingBox())?.y),
  );
  expect(new Set(tops.map((top) => Math.round(top ?? -1))).size).toBe(1);
});

it('an id is copied with its button, which a page without scripts does not have', async () => {
  await page.goto('/console/requests/request-3');
  await page.getByText('Details', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy request ID' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('request-3');
  const { page: other } = await openPage(browser, system.consoleUrl, { javaScriptEnabled: false });
  await takeOver(other, visitor, system.consoleUrl);
  await other.goto('/console/requests/request-3');
  expect(await other.getByRole('button', { name: 'Copy' }).count()).toBe(0);
});

it('typing begins in the first field of a form that creates something', async () => {
  await page.goto('/console/integrations/new');
  await page.keyboard.type('Typed at once');
  expect(await page.getByLabel('Name').inputValue()).toBe('Typed at once');
});
