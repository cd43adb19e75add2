import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink } from '../../../test/support/console/administrator.ts';
import { expectAccessible, expectToFit } from '../../../test/support/console/page-checks.ts';
import { newIntegration, record } from '../../../test/support/console/recorded.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

let browser: Browser;
let page: Page;
let paths: readonly string[];
const complaints: string[] = [];
beforeAll(async () => {
  const [launched, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  browser = launched;
  const ada = await newAdministrator(system);
  const { institution } = ada;
  const { id } = await newIntegration(institution, 'The timetable of the faculty of mechanical engineering');
  const errors = JSON.stringify([
    { field: 'name', pointer: '/name', code: 'too_big', message: 'must have at most 255 characters' },
  ]);
  const path = `/api/v4/rooms/${'0198'.repeat(40)}`;
  const problem = { status: 422, code: 'validation_failed', detail: 'A value is invalid.', errors };
  await record(system, institution, [
    ...Array.from({ length: 60 }, (_, n) => ({ integrationId: id, path, ago: n * 1_000, rateLimitRemaining: 1 })),
    { integrationId: id, requestId: 'faulty', method: 'PUT', path, ago: 90_000, ...problem },
    { integrationId: id, requestId: 'limited', ago: 90_000, status: 429, code: 'rate_limit_exceeded' },
  ]);
  paths = [
    '/console/',
    '/console/requests',
    '/console/requests?status=9&to=never',
    '/console/requests?requestId=none',
    '/console/requests/faulty',
    `/console/integrations/${id}`,
  ];
  page = await browser.newPage({ baseURL: system.url });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(await newLink(ada));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});
afterAll(() => browser.close());

it.each(['light', 'dark'] as const)('the pages have nothing that axe finds, %s', async (colorScheme) => {
  await expectAccessible(page, paths, colorScheme);
});

it('the pages fit into windows of 320 to 1440 pixels', () => expectToFit(page, paths));

it('the list is filtered and paged with the keyboard, without loading the page again', async () => {
  complaints.length = 0;
  await page.goto('/console/requests');
  await page.evaluate('document.body.dataset.isSame = "yes"');
  await page.getByLabel('Status').fill('2xx');
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=2xx/);
  const next = page.getByRole('link', { name: 'Next page' });
  await next.waitFor();
  await next.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=2xx.*cursor=/);
  await page.getByRole('link', { name: 'First page' }).waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('2xx');
  expect(await page.evaluate('document.body.dataset.isSame')).toBe('yes');

  await page.getByLabel('Status').fill('9');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('A status or a class, such as 404 or 4xx.').waitFor();
  expect(await page.getByLabel('Status').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Status').inputValue()).toBe('9');
  await page.getByLabel('Status').fill('422');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: '5 Oct' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Problem' }).waitFor();
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([]);
});
