import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink } from '../../../test/support/console/administrator.ts';
import { expectAccessible, expectToFit } from '../../../test/support/console/page-checks.ts';
import { importOneOfEachRecord } from '../../../test/support/one-of-each-record.ts';
import { newCalendarFeed } from '../../../test/support/test-calendar-feeds.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

/** The screens of settings, audit and calendar feeds as people use them. */
let browser: Browser;
let page: Page;
let paths: readonly string[];
const complaints: string[] = [];
beforeAll(async () => {
  const [launched, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  browser = launched;
  const ada = await newAdministrator(system);
  const { client } = ada.institution;
  await importOneOfEachRecord(ada.institution);
  const { data } = await newCalendarFeed(client, { name: 'Door display '.repeat(12), userId: ada.userId });
  await client.post('/webhook-endpoints', { url: `http://127.0.0.1:9/${'hooks'.repeat(40)}` });
  paths = [
    '/console/settings',
    '/console/settings?form-key=x&time_tracking_timezone=Mars&user_code_format=x&example=x',
    '/console/audit',
    '/console/audit?kind=unicorn',
    '/console/calendar-feeds',
    '/console/calendar-feeds/new',
    '/console/calendar-feeds/new?text=a',
    `/console/calendar-feeds/new/user/${ada.userId}`,
    `/console/calendar-feeds/${data.id}/revoke`,
  ];
  page = await browser.newPage({ baseURL: system.url });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('link', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .first()
    .waitFor();
});
afterAll(() => browser.close());

it.each(['light', 'dark'] as const)('the pages have nothing that axe finds, %s', async (colorScheme) => {
  await expectAccessible(page, paths, colorScheme);
});

it('the pages fit into windows of 320 to 1440 pixels', () => expectToFit(page, paths));

it('a code format and a time zone are tried as they are typed, and Enter saves', async () => {
  await page.goto('/console/settings');
  const [format, example, zone] = ['Code format', 'Example', 'Time zone'].map((name) =>
    page.getByLabel(name, { exact: true }),
  );
  await format?.fill('NH-[0][0]');
  await page.getByText('Not a valid format').waitFor();
  await format?.pressSequentially('[0][0]');
  await example?.fill('NH-12');
  await page.getByText('The example does not match.').waitFor();
  await example?.pressSequentially('34');
  await page.getByText('The example matches.').waitFor();
  await zone?.fill('Asia/Kolkata');
  await page.getByText('13:30, Monday 5 Oct').waitFor();
  expect(await format?.inputValue()).toBe('NH-[0][0][0][0]');
  await zone?.press('Enter');
  await page.getByRole('heading', { name: 'Save these settings?' }).waitFor();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('status').getByText('The settings were saved.').waitFor();
  expect(await format?.inputValue()).toBe('NH-[0][0][0][0]');
});

it('a fault is told with its field, and the keyboard leads to it', async () => {
  await page.goto('/console/settings');
  await page.getByLabel('Minutes of a lesson unit').fill('0');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByRole('alert').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Minutes of a lesson unit');
  expect(await field.evaluate('document.activeElement.id')).toBe(await field.getAttribute('id'));
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

it('a calendar is found while its name is typed, with the keyboard alone', async () => {
  await page.goto('/console/calendar-feeds/new');
  const search = page.getByLabel('Course, room or person');
  await search.focus();
  await page.keyboard.type('lindqvi');
  const found = page.getByRole('link', { name: 'Ada Lindqvist' });
  await found.waitFor();
  expect(await search.inputValue()).toBe('lindqvi');
  await found.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create calendar feed' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('Address', { exact: true }).textContent()).toMatch(/\.ics$/);
});

it('a filter exchanges the list, and its address is kept', async () => {
  await page.goto('/console/audit');
  await page.getByLabel('Kind', { exact: true }).selectOption('Room');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL(/kind=room/);
  await page.getByText('created the room').first().waitFor();
  expect(await page.getByText(/added .* User/).count()).toBe(0);
  await page.reload();
  expect(await page.getByLabel('Kind', { exact: true }).inputValue()).toBe('room');
});

it('the browser complains of nothing', () => {
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
});
