import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../../test/support/chromium.ts';
import { type TestInstitution, TestSystem } from '../../test/support/test-system.ts';

let browser: Browser;
let system: TestSystem;
let school: TestInstitution;
let page: Page;
const elsewhere: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  [browser, system] = await Promise.all([launchChromium(), TestSystem.start()]);
  school = await system.newInstitution();
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.setDefaultTimeout(20_000);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== system.url) elsewhere.push(request.url());
  });
  page.on('websocket', (socket) => elsewhere.push(socket.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => faults.push(...violationIn(message.text())));
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
    console.log('violation:' + event.violatedDirective + ' ' + event.blockedURI);
  });`);
  // The reference shows an operation once it is near: the introduction fills the first screen.
  await page.goto(`${system.url}/docs#tag/users/GET/users`);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

/** Fills in a field of the page; each has a label, but not all are inputs. */
async function fillIn(label: string, text: string): Promise<void> {
  const id = await page.locator('label', { hasText: label }).first().getAttribute('for');
  await page.locator(`input[id="${id}"], [id="${id}"] [contenteditable]`).first().fill(text);
}

async function sendRequest(): Promise<void> {
  await page
    .getByRole('button', { name: /test request.*get \/users\b/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^send/i }).first().click();
}

it('shows the operations', async () => {
  await page.getByText('List users').first().waitFor();
  expect(await page.getByText('Lyceum API').first().isVisible()).toBe(true);
});

it('shows the sample for a shell first', async () => {
  const sample = page.locator('code', { hasText: '/api/v4/users"' }).first();
  expect(await sample.innerText()).toMatch(
    /^curl "http:\S+\/api\/v4\/users" \\\n {2}--user "\$LYCEUM_CLIENT_ID:\$LYCEUM_CLIENT_SECRET"\n$/,
  );
});

it('sends an authorised request from the page and shows its 200', async () => {
  await fillIn('Username', school.client.clientId);
  await fillIn('Password', school.client.clientSecret);
  const answered = page.waitForResponse((response) => response.url().startsWith(`${system.url}/api/v4/users`));
  await sendRequest();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  // Example filters are shown, but not sent.
  expect(answer.url()).toBe(`${system.url}/api/v4/users`);
  expect(answer.request().headers().authorization).toBe(school.client.authorization);
  await page.getByText('200 OK').first().waitFor();
  // The gateway has counted the page's request, and no other request of this integration.
  const next = await school.client.get('/users');
  expect(next.headers.get('ratelimit-remaining')).toBe('998');
});

it('shows the problem for wrong credentials', async () => {
  await page.keyboard.press('Escape');
  await fillIn('Password', 'wrong');
  await sendRequest();
  await page.getByText('401 Unauthorized').first().waitFor();
});

it('requested nothing from another origin, and nothing that its policy forbids', () => {
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});

/** A CSP violation reported by the page; the script tests whether it may evaluate text, and works without. */
function violationIn(message: string): string[] {
  const [, violation] = /^violation:(.*)/.exec(message) ?? [];
  return violation === undefined || violation === 'script-src eval' ? [] : [violation];
}
