import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, signedIn } from '../../../test/support/console/administrator.ts';
import { openPage, takeOver } from '../../../test/support/console/open-page.ts';
import { expectAccessibleNow } from '../../../test/support/console/page-checks.ts';
import { newIntegration, record } from '../../../test/support/console/recorded.ts';
import type { Visitor } from '../../../test/support/console/visitor.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { until } from '../../../test/support/until.ts';

/** What the page does for people who do not see it, do not use a pointer, or need more time. */
let browser: Browser;
let system: TestSystem;
let visitor: Visitor;
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start({ platform: 'own' })]);
  const ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
  const { id: integrationId } = await newIntegration(ada.institution, 'Badge terminals');
  const requests = Array.from({ length: 60 }, (_, n) => ({ integrationId, requestId: `request-${n}`, ago: n * 1_000 }));
  await record(system, ada.institution, requests);
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

async function open(): Promise<Page> {
  const { page } = await openPage(browser, system.consoleUrl);
  await takeOver(page, visitor, system.consoleUrl);
  return page;
}

/** What screen readers have last been told. */
const heard = (page: Page, text: string | RegExp) =>
  page.locator('body > [aria-live]').filter({ hasText: text }).waitFor({ state: 'attached' });

it('a list that is exchanged is said, and so are its faults, an empty one, and what was copied', async () => {
  const page = await open();
  await page.goto('/console/requests');
  await page.getByLabel('Status').fill('2xx');
  await page.keyboard.press('Enter');
  await heard(page, '50 shown');
  await page.getByLabel('Status').fill('404');
  await page.keyboard.press('Enter');
  await heard(page, 'No matching requests');
  await page.getByLabel('Status').fill('9');
  await page.keyboard.press('Enter');
  await heard(page, 'A status or a class, such as 404 or 4xx.');
  await page.goto('/console/search');
  await page.keyboard.type('badge');
  await heard(page, 'Nothing found');
  await page.getByRole('searchbox').fill('integr');
  await heard(page, /^\d+ found$/);
  await page.goto('/console/requests/request-3');
  await page.getByText('Details', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy request ID' }).click();
  await heard(page, 'Copied');
  await expectAccessibleNow(page);
  await page.context().close();
});

it('whoever pages to the end with the keyboard goes on at the list', async () => {
  const page = await open();
  await page.goto('/console/requests');
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await page.getByRole('link', { name: 'Next page' }).waitFor({ state: 'detached' });
  await heard(page, 'shown, newest first');
  expect(await page.evaluate('document.activeElement.id')).toBe('list');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.closest("#list") !== null')).toBe(true);
  await page.context().close();
});

it('the key / leads to the search until it is switched off, in every page of the browser', async () => {
  const page = await open();
  await page.goto('/console/people');
  expect(await page.getByRole('link', { name: 'Search' }).first().getAttribute('aria-keyshortcuts')).toBe('/');
  await page.keyboard.press('/');
  await page.waitForURL(/search/);
  await page.getByLabel('The key / leads here from every page').uncheck();
  await page.goto('/console/people');
  expect(await page.locator('[aria-keyshortcuts], kbd:visible').count()).toBe(0);
  await page.keyboard.press('/');
  await page.getByRole('link', { name: 'Search' }).first().press('Enter');
  await page.waitForURL(/search/);
  await page.getByLabel('The key / leads here from every page').check();
  await page.goto('/console/people');
  await page.keyboard.press('/');
  await page.waitForURL(/search/);
  await page.context().close();
});

it('whoever does nothing for 55 minutes is asked, with the keyboard, and stays signed in or learns that it was too late', async () => {
  const page = await open();
  await page.clock.install();
  const wait = async (minutes: number) => {
    system.clock.advance(minutes * 60_000);
    await page.clock.fastForward(minutes * 60_000);
  };
  await page.goto('/console/integrations/new');
  await page.getByLabel('Name').fill('Half typed');
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
  await wait(54);
  expect(await dialog.isVisible()).toBe(false);
  for (let asked = 1; asked <= 10; asked++) {
    await until('the question', async () => {
      await wait(1);
      return dialog.isVisible();
    });
    if (asked === 1) await expectAccessibleNow(page);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Stay signed in');
    const kept = page.waitForResponse(/\/console\/account$/);
    await page.keyboard.press('Enter');
    expect((await kept).status()).toBe(200);
    await dialog.waitFor({ state: 'hidden' });
    await wait(53);
  }
  expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
  await until('the question', async () => {
    await wait(1);
    return dialog.isVisible();
  });
  system.clock.advance(60 * 60_000);
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByText('You are signed out.').waitFor();
  await page.context().close();
});
