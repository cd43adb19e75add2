import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, signedIn } from '../../../test/support/console/administrator.ts';
import { openPage, takeOver } from '../../../test/support/console/open-page.ts';
import { expectAccessibleNow } from '../../../test/support/console/page-checks.ts';
import { newIntegration, record } from '../../../test/support/console/recorded.ts';
import type { Visitor } from '../../../test/support/console/visitor.ts';
import { newReceiver } from '../../../test/support/console/webhooks.ts';
import { changeSettings } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

/** What only a browser does: scripts, files, fields of dates, the keyboard. */
let browser: Browser;
let page: Page;
let visitor: Visitor;
let complaints: string[];
const MONTH = 'from=2026-10-01&to=2026-10-31';
beforeAll(async () => {
  const [launched, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  browser = launched;
  const ada = await newAdministrator(system);
  const { institution } = ada;
  visitor = await signedIn(system, ada);
  const change = { timeTrackingTimezone: 'Europe/Berlin' };
  await changeSettings(institution, change);
  const { id: integrationId } = await newIntegration(institution, 'Timetable');
  const problem = { status: 422, code: 'validation_failed', detail: 'A value is invalid.' };
  await record(system, institution, [
    ...Array.from({ length: 60 }, (_, n) => ({ integrationId, ago: n * 1_000 })),
    { integrationId, requestId: 'faulty', ago: 90_000, ...problem },
  ]);
  const email = 'bee@example.org';
  await institution.client.post('/users', { email, name: 'Busy Bee' });
  const log = { startTime: '2026-10-02T06:00:00Z', endTime: '2026-10-02T14:00:00Z' };
  const pauses = [{ startTime: '2026-10-02T10:00:00Z', endTime: '2026-10-02T10:30:00Z' }];
  await institution.client.post('/time-tracking/logs', { email, ...log, pauses });
  ({ page, complaints } = await openPage(browser, system.consoleUrl));
  await takeOver(page, visitor, system.consoleUrl);
});
afterAll(() => browser.close());

it('a list is filtered and paged with the keyboard, without loading the page again', async () => {
  await page.goto('/console/requests');
  await page.evaluate('document.body.dataset.isSame = "yes"');
  await page.getByLabel('Status').fill('2xx');
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=2xx/);
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await page.waitForURL(/status=2xx.*cursor=/);
  await page.getByRole('link', { name: 'First page' }).waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('2xx');
  expect(await page.evaluate('document.body.dataset.isSame')).toBe('yes');

  await page.getByLabel('Status').fill('9');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('A status or a class, such as 404 or 4xx.').waitFor();
  expect(await page.getByLabel('Status').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Status').fill('422');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Timetable tried' }).first().press('Enter');
  await page.getByRole('heading', { name: 'Problem' }).waitFor();
});

it('a code format and a time zone are tried as they are typed, and Enter saves', async () => {
  await page.goto('/console/settings');
  const [format, example, zone] = ['Code format', 'Example', 'Time zone'].map((name) =>
    page.getByLabel(name, { exact: true }),
  );
  await format?.fill('NH-[0][0]');
  await page.getByText('Not a valid format').first().waitFor();
  await format?.pressSequentially('[0][0]');
  await example?.fill('NH-12');
  await page.getByText('The example does not match.').first().waitFor();
  await example?.pressSequentially('34');
  await page.getByText('The example matches.').first().waitFor();
  await zone?.fill('Asia/Kolkata');
  await page.getByText('13:30, Monday 5 Oct').first().waitFor();
  await zone?.fill('Europe/Berlin');
  await zone?.press('Enter');
  await page.getByRole('status').getByText('The settings were saved.').waitFor();
  expect(await format?.inputValue()).toBe('NH-[0][0][0][0]');
});

it('a calendar is found while its name is typed, with the keyboard alone', async () => {
  await page.goto('/console/calendar-feeds/new');
  const search = page.getByLabel('Course, room or person');
  await search.focus();
  await page.keyboard.type('lindqvi');
  await page.getByRole('link', { name: 'Ada Lindqvist' }).press('Enter');
  await page.getByRole('button', { name: 'Create calendar feed' }).press('Enter');
  expect(await page.getByLabel('Address', { exact: true }).textContent()).toMatch(/\.ics$/);
});

it('an unchanged form changes nothing, and a correction what was typed alone', async () => {
  await page.goto(`/console/time-records?${MONTH}`);
  await page.locator('#list .row-link').last().click();
  expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe('08:00');
  await page.getByRole('button', { name: 'Save record' }).click();
  await page.getByRole('status').getByText('The record was saved.').waitFor();
  expect(await page.getByRole('table', { name: 'Changes' }).getByText('corrected').count()).toBe(0);
  await page.getByLabel('Pause 2 start', { exact: true }).fill('14:00');
  await page.getByLabel('Pause 2 end', { exact: true }).fill('14:10');
  await page.getByText('7:20 worked').waitFor();
  await page.getByLabel('Reason', { exact: true }).fill('Coffee');
  await page.getByRole('button', { name: 'Save record' }).click();
  await page.getByLabel('Pause 3 start', { exact: true }).waitFor();
  expect(await page.getByLabel('Pause 2 start', { exact: true }).inputValue()).toBe('14:00');
  await page.getByRole('link', { name: 'Exact, with seconds' }).click();
  expect(await page.getByLabel('Pause 2 start', { exact: true }).inputValue()).toBe('14:00:00');
  await expectAccessibleNow(page);
});

it('a correction is saved within twenty stops of the keyboard', async () => {
  await page.goto(`/console/time-records?${MONTH}`);
  await page.locator('#list .row-link').last().click();
  await page.getByLabel('Date', { exact: true }).waitFor();
  let stops = 0;
  for (let at = ''; at !== 'Save record' && stops < 40; stops++) {
    await page.keyboard.press('Tab');
    at = await page.evaluate('document.activeElement.textContent.trim()');
  }
  expect(stops).toBeLessThanOrEqual(20);
});

it('a file with people is sent and imported, and one with time records downloaded', async () => {
  await page.goto('/console/people/import');
  const buffer = Buffer.from('email,name,Phone\nimported@x.example,Imported,1');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Preview' }).click();
  expect(await page.getByRole('table', { name: 'Faults' }).getByRole('row').count()).toBe(2);
  await page.getByLabel('Ignore unknown columns', { exact: true }).check();
  await page.getByRole('button', { name: 'Preview' }).click();
  expect(await page.getByLabel('New', { exact: true }).textContent()).toBe('1');
  await expectAccessibleNow(page);
  await page.getByRole('button', { name: 'Import' }).click();
  await page
    .getByRole('status')
    .getByText(/\d+ added/)
    .waitFor();
  await page.goto(`/console/time-records?${MONTH}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('time-records-2026-10-01-to-2026-10-31.csv');
  await page.getByLabel('For Excel in German').check();
  const german = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await german).url()).toContain('&excel=de');
});

it('the page of a delivery follows its first attempt', async () => {
  const { receiver, path } = await newReceiver(visitor, 'settings.updated');
  const answered = Promise.withResolvers<void>();
  receiver.answer = (response) => void answered.promise.then(() => response.writeHead(202).end('accepted'));
  await page.goto(path);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('No attempts yet').waitFor();
  answered.resolve();
  // Beside it, screen readers are told.
  await page.getByText('Succeeded').first().waitFor();
  expect(await page.getByRole('main').textContent()).toContain('accepted');
});

it.each([1440, 390])('Try it is readable whole, %i pixels wide', async (width) => {
  await page.setViewportSize({ width, height: 844 });
  await page.goto('/console/integrations/new');
  await page.getByLabel('Name').fill(`Terminals, ${width}`);
  await page.getByRole('button', { name: 'Create integration' }).click();
  const code = page.locator('figure', { hasText: 'Try it' }).locator('pre');
  await code.waitFor();
  expect(
    await code.evaluate((it: { scrollWidth: number; clientWidth: number }) => it.scrollWidth - it.clientWidth),
  ).toBe(0);
});

it('no page has complained', () => {
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
});
