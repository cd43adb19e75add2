import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink } from '../../../test/support/console/administrator.ts';
import { expectAccessible, expectAccessibleNow, expectToFit } from '../../../test/support/console/page-checks.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

/** The screens of people and time records as people use them. */
let browser: Browser;
let page: Page;
let paths: string[];
let personId: string;
const complaints: string[] = [];
const MONTH = 'from=2026-10-01&to=2026-10-31';
beforeAll(async () => {
  const [launched, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  browser = launched;
  const ada = await newAdministrator(system);
  const { client, operator } = ada.institution;
  await operator(InstitutionService.method.setInstitutionSettings, {
    change: { timeTrackingTimezone: 'Europe/Berlin' },
  });
  const email = 'wolfeschlegelsteinhausenbergerdorff@a-very-long-department-name.example.org';
  const name = 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim();
  personId = (await client.post('/users', { email, name, code: 'NH-1000-2000-3000-4000' })).body.data.id;
  const pauses = [{ startTime: '2026-10-02T10:00:00Z', endTime: '2026-10-02T10:30:00Z' }];
  const log = {
    email,
    startTime: '2026-10-02T06:00:00Z',
    endTime: '2026-10-02T14:00:00Z',
    pauses,
    note: 'word '.repeat(100),
  };
  const { body: logged } = await client.post('/time-tracking/logs', log);
  await client.post('/time-tracking/sessions/start', { email, at: '2026-10-04T06:00:00Z' });
  const { body: open } = await client.post('/time-tracking/sessions/start', { email, at: '2026-10-05T06:00:00Z' });
  paths = [
    '/console/people',
    '/console/people?search=nobody-has-this',
    '/console/people?state=unicorn',
    '/console/people/add',
    `/console/people/${personId}`,
    `/console/time-records?${MONTH}`,
    `/console/time-records?${MONTH}&show=open`,
    '/console/time-records?from=2026-10-01&to=2028-10-31&person=nobody',
    `/console/time-records?from=2020-10-01&to=2020-10-31&person=${personId}`,
    `/console/time-records/add?person=${personId}`,
    `/console/time-records/${logged.data.id}`,
    `/console/time-records/${open.data.id}`,
    `/console/time-records/${open.data.id}/end`,
    '/console/time-records/export?from=x&to=y',
  ];
  page = await browser.newPage({ baseURL: system.url });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  paths.push('/console/people/import', await previewOf(`email,name\nnew@x.example,${name}`));
  const faulty = await previewOf(`email,Some Column,name\n${'someone@x.example,1,\n'.repeat(40)}`);
  paths.push(faulty, `${faulty}?ignoreUnknownColumns=1`);
});

/** Sends a file as people do; returns the path of its preview. */
async function previewOf(text: string): Promise<string> {
  await page.goto('/console/people/import');
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  return new URL(page.url()).pathname;
}

afterAll(() => browser.close());

it.each([
  [1440, 'light'],
  [390, 'light'],
  [1440, 'dark'],
  [390, 'dark'],
] as const)('the pages have nothing that axe finds, %i pixels wide, %s', async (width, colorScheme) => {
  await page.setViewportSize({ width, height: 800 });
  await expectAccessible(page, paths, colorScheme);
});

it('the pages fit into windows of 320 to 1440 pixels', () => expectToFit(page, paths));

it('people are searched and filtered as one types, and opened', async () => {
  await page.goto('/console/people');
  await page.getByLabel('Search', { exact: true }).fill('hubert');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('link', { name: /^Hubert/ }).click();
  expect(await page.getByLabel('Open session', { exact: true }).textContent()).toMatch(
    /^Clocked in since 2026-10-05 08:00/,
  );
  expect(await page.getByLabel('Worked this month', { exact: true }).textContent()).toMatch(/^\d+:\d\d$/);
});

it('an unchanged form changes nothing, and a correction what was typed alone', async () => {
  await page.goto(`/console/time-records?${MONTH}&person=${personId}`);
  await page
    .getByRole('link', { name: /^Correct/ })
    .last()
    .click();
  expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe('2026-10-02T08:00');
  await page.getByRole('button', { name: 'Save record' }).click();
  await page.getByRole('status').getByText('The record was saved.').waitFor();
  expect(await page.getByRole('table', { name: 'Changes' }).getByText('changed').count()).toBe(0);
  await page.getByLabel('Pause 2 start', { exact: true }).fill('2026-10-02T14:00:30');
  await page.getByLabel('Pause 2 end', { exact: true }).fill('2026-10-02T14:10:30');
  await page.getByRole('button', { name: 'Save record' }).click();
  await page.getByLabel('Pause 3 start', { exact: true }).waitFor();
  expect(await page.getByLabel('Pause 2 start', { exact: true }).inputValue()).toBe('2026-10-02T14:00:30');
});

it('a session is ended, and a person archived after a question', async () => {
  await page.goto(`/console/time-records?${MONTH}&show=open`);
  await page.getByRole('link', { name: /^End session/ }).click();
  await page.getByLabel('End', { exact: true }).fill('2026-10-05T09:00:00');
  await page.getByRole('button', { name: 'End session' }).click();
  await page.getByRole('status').getByText('The session has ended.').waitFor();
  await page.goto(`/console/people/${personId}`);
  await page.getByLabel('Archived', { exact: true }).check();
  await page.getByRole('button', { name: 'Save person' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('status').getByText('The person was saved.').waitFor();
  expect(await page.getByLabel('Archived', { exact: true }).isChecked()).toBe(true);
});

it('people are imported after a preview, unknown columns left out, with a question for many who are archived', async () => {
  await page.goto(await previewOf('email,name,Phone\nimported@x.example,Imported,1'));
  expect(await page.getByRole('table', { name: 'Faults' }).getByRole('row').count()).toBe(2);
  await page.getByLabel('Ignore unknown columns', { exact: true }).check();
  await page.getByRole('button', { name: 'Preview' }).click();
  expect(await page.getByLabel('New', { exact: true }).textContent()).toBe('1');
  expect(await page.getByLabel('Faults', { exact: true }).first().textContent()).toBe('0');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('status').getByText('The people were imported.').waitFor();
  await previewOf('email,archived\nimported@x.example,yes');
  await page.getByRole('button', { name: 'Import' }).click();
  await expectAccessibleNow(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('status').getByText('The people were imported.').waitFor();
});

it('a file is downloaded', async () => {
  await page.goto(`/console/time-records?${MONTH}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('time-records-2026-10-01-to-2026-10-31.csv');
});

it('no page has complained', () => {
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
});
