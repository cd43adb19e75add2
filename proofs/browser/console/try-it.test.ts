import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../../test/support/chromium.ts';
import { newAdministrator, newLink } from '../../../test/support/console/administrator.ts';
import { TestSystem } from '../../../test/support/test-system.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const [launched, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  browser = launched;
  const context = await browser.newContext({ baseURL: system.consoleUrl });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await context.newPage();
  await page.goto(await newLink(await newAdministrator(system)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});
afterAll(() => browser.close());

it.each([1440, 390])('Try it is readable whole, %i pixels wide, and works as it is copied', async (width) => {
  await page.setViewportSize({ width, height: 844 });
  await page.goto('/console/integrations/new');
  await page.getByLabel('Name').fill(`Terminals, ${width}`);
  await page.getByRole('button', { name: 'Create integration' }).click();
  const code = page.locator('figure', { hasText: 'Try it' }).locator('pre');
  await code.waitFor();
  const hidden = await code.evaluate(
    (it: { scrollWidth: number; clientWidth: number }) => it.scrollWidth - it.clientWidth,
  );
  expect(hidden).toBe(0);
  await page.getByRole('button', { name: 'Copy Try it' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.split('\n')).toHaveLength(5);
  const { stdout } = await promisify(execFile)('sh', ['-c', copied]);
  expect(JSON.parse(stdout).data.name).toBe(`Terminals, ${width}`);
});
