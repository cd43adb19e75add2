import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let school: TestInstitution;
let browser: Browser;
let page: Page;
const elsewhere: string[] = [];

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
  browser = await launchChromium();
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(20_000);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== system.url) elsewhere.push(request.url());
  });
  await page.goto(`${system.url}/docs`);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await system.stop();
});

describe('the page /docs', () => {
  it('shows the operations', async () => {
    await page.getByText('List users').first().waitFor();
    expect(await page.getByText('Lyceum API').first().isVisible()).toBe(true);
  });

  it('sends an authorised request from the page and shows its 200', async () => {
    await page.locator('[data-placeholder="janedoe"]').first().fill(school.client.clientId);
    await page.getByPlaceholder('********').first().fill(school.client.clientSecret);
    const answered = page.waitForResponse((response) => response.url().startsWith(`${system.url}/api/v4/users`));
    await page
      .getByRole('button', { name: /test request.*get \/users\b/i })
      .first()
      .click();
    await page.getByRole('button', { name: /^send/i }).first().click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(answer.request().headers().authorization).toBe(school.client.authorization);
    await page.getByText('200 OK').first().waitFor();
  });

  it('asked no other origin for anything', () => {
    expect(elsewhere).toEqual([]);
  });
});
