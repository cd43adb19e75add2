import { afterAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, signedIn } from '../../../test/support/console/administrator.ts';
import { openPage, takeOver } from '../../../test/support/console/open-page.ts';
import { expectAccessibleNow } from '../../../test/support/console/page-checks.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

const [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
afterAll(() => browser.close());

it('a person is erased with the keyboard in two steps, and it is taken back; each page is accessible', async () => {
  const ada = await newAdministrator(system);
  const { client } = ada.institution;
  const { id } = await newUser(client, { name: 'Gone Soon' });
  expect((await client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' })).status).toBe(200);
  const { page, complaints } = await openPage(browser, system.consoleUrl);
  await takeOver(page, await signedIn(system, ada), system.consoleUrl);
  await page.goto(`/console/people/${id}`);
  await page.getByRole('link', { name: 'Erase', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'What goes and what stays' }).waitFor();
  await expectAccessibleNow(page, 'light');
  await page.getByLabel('With hours').press('Space');
  await page.getByRole('button', { name: 'Erase', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'Erase Gone Soon?' }).waitFor();
  await expectAccessibleNow(page, 'dark');
  await page.getByRole('button', { name: 'Confirm', exact: true }).press('Enter');
  await page.getByText('Will be erased on').waitFor();
  expect(await page.locator('time[datetime="2026-10-12T08:00:00.000Z"]').count()).toBe(1);
  expect(await page.getByText('with hours').count()).toBe(1);
  await expectAccessibleNow(page, 'light');
  await page.getByRole('button', { name: 'Take back' }).press('Enter');
  await page.getByText('The person will not be erased.').waitFor();
  expect(await page.getByText('Will be erased on').count()).toBe(0);
  expect(complaints).toEqual([]);
});
