import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink, signedIn } from '../../../test/support/console/administrator.ts';
import { NOWHERE, newReceiver, newWebhook, rowsIn, sentTest } from '../../../test/support/console/webhooks.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { until } from '../../../test/support/until.ts';

const LONG = `${NOWHERE}/${'long-path-without-a-break'.repeat(20)}`;

let browser: Browser;
let system: TestSystem;
let page: Page;
/** Paths of the console with something to see on each. */
let paths: string[];
beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  const ada = await newAdministrator(system);
  const visitor = await signedIn(system, ada);
  const webhook = await newWebhook(visitor, LONG, { description: 'Timetable display', 'types:user.updated': '1' });
  const delivery = await sentTest(visitor, webhook);
  await newWebhook(visitor, LONG);
  const list = await until('an event', async () => {
    const answer = await visitor.get('/console/events');
    return rowsIn(answer).length > 0 && answer;
  });
  const event = /href="(\/console\/events\/[0-9a-f-]{36})"/.exec(list.text)?.[1] ?? '';
  const pages = ['', '/change', '/rotate', '/disable', '/replay', '?status=failed'].map((each) => `${webhook}${each}`);
  paths = ['/console/webhooks', '/console/webhooks/new', ...pages, delivery, '/console/events', event];
  page = await (await browser.newContext()).newPage();
  await page.goto(`${system.url}${await newLink(ada)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => !pathname.includes('/link/'));
});
afterAll(() => browser.close());

it.each(['light', 'dark'] as const)('axe finds nothing on any page, %s', async (colorScheme) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme });
  for (const path of paths) {
    await page.goto(`${system.url}${path}`);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect([path, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([path, []]);
  }
});

it('no page scrolls sideways in a window of 320 pixels', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of paths) {
    await page.goto(`${system.url}${path}`);
    const beyond = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect([path, beyond]).toEqual([path, 0]);
  }
});

it('an endpoint is created with the keyboard, by the names that stand on the screen', async () => {
  await page.goto(`${system.url}/console/webhooks`);
  await page.getByRole('link', { name: 'Create endpoint' }).press('Enter');
  await page.getByLabel('Address').fill('nowhere');
  await page.getByLabel('Address').press('Enter');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.getByLabel('Address').fill(NOWHERE);
  await page.getByLabel('Description').fill('Campus app');
  await page.getByRole('group', { name: 'Types' }).getByLabel('room.updated').press('Space');
  await page.getByLabel('Address').press('Enter');
  expect(await page.getByLabel('Signing secret', { exact: true }).textContent()).toMatch(/^whsec_/);
  await page.getByRole('status').filter({ hasText: 'The endpoint was created.' }).waitFor();
  await page.getByRole('link', { name: 'Open endpoint' }).press('Enter');
  await page.getByRole('heading', { name: 'Campus app' }).waitFor();
  expect(await page.getByRole('main').textContent()).toContain('room.updated');
});

it('the page of a delivery follows its first attempt', async () => {
  const ada = await newAdministrator(system);
  const { receiver, path } = await newReceiver(await signedIn(system, ada), 'settings.updated');
  const answered = Promise.withResolvers<void>();
  receiver.answer = (response) => void answered.promise.then(() => response.writeHead(202).end('accepted'));
  await page.goto(`${system.url}${await newLink(ada)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => !pathname.includes('/link/'));
  await page.goto(`${system.url}${path}`);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('No attempts yet').waitFor();
  answered.resolve();
  await page.getByText('Succeeded').waitFor();
  expect(await page.getByRole('main').textContent()).toContain('accepted');
});
