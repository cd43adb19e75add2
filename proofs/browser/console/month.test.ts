import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, signedIn } from '../../../test/support/console/administrator.ts';
import { openPage, takeOver } from '../../../test/support/console/open-page.ts';
import { expectAccessible, expectAccessibleNow, expectToFit } from '../../../test/support/console/page-checks.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { changeSettings } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { must } from '../../../test/time-tracking/member.ts';

const PATH = '/console/time-records';
const OCTOBER = `${PATH}?from=2026-10-01&to=2026-10-31`;
const AUGUST = `${PATH}?from=2026-08-01&to=2026-08-31`;
const PAGES = [
  AUGUST,
  OCTOBER,
  `${OCTOBER}&show=auto-closed`,
  `${OCTOBER}&person=Ben`,
  '/console/',
  '/console/people?state=clocked-in',
];

let browser: Browser;
let system: TestSystem;
let page: Page;
let complaints: string[];
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start({ platform: 'own' })]);
  const ada = await newAdministrator(system);
  const { client } = ada.institution;
  const visitor = await signedIn(system, ada);
  await changeSettings(ada.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  const log = async (email: string, day: number, hours: readonly [from: string, to: string], month = 10) => {
    const date = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const [startTime, endTime] = hours.map((each) => `${date}T${each}:00Z`);
    must(201, await client.post('/time-tracking/logs', { email, startTime, endTime }));
  };
  const people = ['Amina Yılmaz', 'Ben Okafor', 'Chloé Martin-Lefèvre de la Tour', 'Daan de Vries'];
  for (const [n, name] of people.entries()) {
    const email = `p${n}@example.org`;
    must(201, await client.post('/users', { name, email, code: `NH-${n}` }));
    if (n === 1) {
      must(201, await client.post('/time-tracking/sessions/start', { email, at: '2026-10-01T05:30:00Z' }));
      must(201, await client.post('/time-tracking/sessions/start', { email, at: '2026-10-02T05:30:00Z' }));
      must(200, await client.post('/time-tracking/sessions/stop', { email, at: '2026-10-02T15:45:00Z' }));
    }
    // Weekdays of August, and of October.
    for (let day = 3; day <= 28; day++) if (![1, 2].includes(day % 7)) await log(email, day, ['06:00', '16:40'], 8);
    for (let day = 5; day <= 30; day++)
      if (![3, 4].includes(day % 7)) await log(email, day, [`06:${n}5`, `${14 + n}:15`]);
  }
  await importRecords(ada.institution.operator, 'calendarDays', [
    { ref: 'fair', name: 'Fair', from: '2026-10-12', kind: 'holiday' },
  ]);
  await importRecords(ada.institution.operator, 'userGroups', [{ ref: 'staff', name: 'Staff' }]);
  await visitor.submit(`${PATH}/close-month`, { month: '2026-08', group: '' });
  ({ page, complaints } = await openPage(browser, system.consoleUrl, { viewport: { width: 1440, height: 900 } }));
  await takeOver(page, visitor, system.consoleUrl);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

const grid = () => page.getByRole('region', { name: 'Hours by day, table' });

it('is accessible in light and dark, folded and unfolded, and fits every window', async () => {
  await expectAccessible(page, PAGES, 'light');
  await expectAccessible(page, PAGES, 'dark');
  await expectToFit(page, PAGES);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(OCTOBER);
  await page.getByText('Show the hours of each person').click();
  await page.getByText('Filters').click();
  await page.locator('.row-menu summary').first().click();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessibleNow(page, scheme);
  }
});

it('at 1440 pixels is the grid, whole; at twice the size it scrolls in itself', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(OCTOBER);
  expect(await grid().getByRole('columnheader').count()).toBe(33);
  const beyond = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".month"))';
  expect(await page.evaluate(beyond)).toBe(0);
  // As in a closed month.
  await page.goto(AUGUST);
  expect(await page.evaluate(beyond)).toBe(0);
  await page.setViewportSize({ width: 720, height: 450 });
  expect(await grid().isVisible()).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(720);
});

it('on a phone has what is to be done first, then the list, with filters and grid folded', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${OCTOBER}&person=Ben`);
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
  const order = [await top('#summary'), await top('.filters summary'), await top('.table')];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[2]).toBeLessThan(844);
  expect(await page.locator('.filters summary').textContent()).toBe('Filters: 2026-10-01, 2026-10-31, Ben');
  expect([await grid().isVisible(), await page.getByLabel('User group').isVisible()]).toEqual([false, false]);
});

it('is filtered without a new page, and its strip with it', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(OCTOBER);
  const summary = page.locator('#summary');
  expect(await summary.textContent()).toContain('4 people');
  await page.getByLabel('Person', { exact: true }).fill('daan');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('1 person').waitFor();
  expect(await summary.textContent()).toContain('0 to check');
  expect(await grid().getByRole('rowheader').allTextContents()).toEqual(['Daan de Vries', 'Sum']);
});

it('leads by keyboard from what is to be checked to its record', async () => {
  await page.goto(OCTOBER);
  const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
  const tabTo = async (text: string) => {
    for (let stops = 1; stops <= 40; stops++) {
      await page.keyboard.press('Tab');
      if ((await focused()).startsWith(text)) return stops;
    }
    throw new Error(`the keyboard does not reach ${text}`);
  };
  await tabTo('1 to check');
  await page.keyboard.press('Enter');
  await page.waitForURL(/show=auto-closed/);
  await tabTo('Ben Okafor');
  await tabTo('⋯');
  await page.keyboard.press('Enter');
  await tabTo('It was so');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Was it so?' }).waitFor();
});

it('asks for nothing elsewhere, and breaks nothing of its policy', () => {
  expect(complaints).toEqual([]);
});
