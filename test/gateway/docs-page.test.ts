import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let school: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
});
afterAll(() => system.stop());

describe('what the page is made of', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${system.url}${path}`, { headers });

  it.each(['/docs', '/docs/'])('%s is a page without scripts inside that may reach this origin only', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?! src="\/docs\/[a-z]+\.js"><\/script>)/);
    expect(html).not.toMatch(/https?:/);
    const policy = response.headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split('; ').map((each) => each.split(/ (.*)/s) as [string, string]));
    expect(directives.get('default-src')).toBe("'none'");
    expect(directives.get('script-src')).toBe("'self'");
    expect(directives.get('connect-src')).toBe("'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it.each(['/docs', '/docs/start.js', '/docs/scalar.js', '/docs/lyceum-client-4.3.0.tgz'])(
    '%s is cached by clients, and compressed',
    async (path) => {
      for (const coding of ['identity', 'gzip;q=0', 'gzip', 'br, GZIP;q=0.5']) {
        const first = await get(path, { 'accept-encoding': coding });
        const isCompressed = coding === 'gzip' || coding.startsWith('br');
        expect([first.status, first.headers.get('content-encoding')]).toEqual([200, isCompressed ? 'gzip' : null]);
        expect((await first.text()).length).toBeGreaterThan(100);
        const etag = first.headers.get('etag') ?? '';
        const again = await get(path, { 'accept-encoding': coding, 'if-none-match': etag });
        expect([again.status, await again.text()]).toEqual([304, '']);
      }
    },
  );

  it('responds with any Host header', async () => {
    for (const host of ['[', 'a b', '']) {
      const { status } = await sendRaw(system.port, 'GET /docs HTTP/1.1', { host });
      expect(status).toBe(200);
    }
  });
});

describe('the page in Chromium', () => {
  let browser: Browser;
  let page: Page;
  const elsewhere: string[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
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
    await page.goto(`${system.url}/docs`);
  }, 300_000);
  afterAll(() => browser?.close());

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
});

/** A CSP violation reported by the page; the script tests whether it may evaluate text, and works without. */
function violationIn(message: string): string[] {
  const [, violation] = /^violation:(.*)/.exec(message) ?? [];
  return violation === undefined || violation === 'script-src eval' ? [] : [violation];
}
