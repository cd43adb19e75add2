import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { launchChromium } from '../../support/chromium.ts';
import { linksIn as hrefsIn, mainOf } from '../../support/html.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { TestSystem } from '../../support/test-system.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const PAGES = ['/', '/errors', '/errors/', '/errors/conflict', '/docs/guides/quick-start'];
const CODES = Object.keys(problemCodes);

const system = await TestSystem.start();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${system.url}${path}`, { method, headers });

async function pageAt(path: string): Promise<string> {
  const response = await get(path, { accept: BROWSER });
  expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, HTML]);
  return response.text();
}

const linksIn = (html: string) => hrefsIn(mainOf(html));

describe('/', () => {
  it.each([
    [BROWSER, HTML],
    ['text/html', HTML],
    ['text/html;q=0.5, application/json;q=0.4', HTML],
    ['application/json;q=0, */*;q=0.1', HTML],
    ['*/*', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['text/html;q=0.4, application/json;q=0.5', JSON_TYPE],
    ['text/html;q=0', JSON_TYPE],
    ['image/png', JSON_TYPE],
  ])('answers Accept: %s with %s', async (accept, type) => {
    const response = await get('/', { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('vary')).toBe('accept, accept-encoding');
    const head = await get('/', { accept }, 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, type, '']);
    expect(head.headers.get('etag')).toBe(response.headers.get('etag'));
  });

  it('shows the console once, light or dark', async () => {
    const main = mainOf(await (await get('/', { accept: BROWSER })).text());
    const pictures = [...main.matchAll(/(?:src|srcset)="([^"]+\.png)"/g)].map(([, address = '']) => address);
    expect([pictures.length, main.split('<img').length - 1]).toEqual([2, 1]);
    for (const address of pictures) {
      const { status, headers } = await get(address, {});
      expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/png']);
    }
  });

  it('answers a request without Accept with JSON, whose paths exist', async () => {
    const answer = await sendRaw(system.port, 'GET / HTTP/1.1');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, JSON_TYPE]);
    const { name, api, ...entries } = answer.body as Record<string, string>;
    expect([name, api]).toEqual(['Lyceum', '/api/v4']);
    expect(Object.keys(entries).sort()).toEqual([
      'docs',
      'errors',
      'feed',
      'guides',
      'llms',
      'openapi',
      'pythonClient',
      'status',
      'typescriptClient',
    ]);
    for (const [key, path] of Object.entries(entries))
      expect([key, (await get(path)).status]).toEqual([key, key === 'feed' ? 401 : 200]);
  });

  it('is cached by clients with one ETag for each representation', async () => {
    const tags = new Set<string>();
    for (const headers of [{ accept: BROWSER }, { accept: '*/*' }].flatMap((each) =>
      ['gzip', 'identity'].map((coding) => ({ ...each, 'accept-encoding': coding })),
    )) {
      const first = await get('/', headers);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const etag = first.headers.get('etag') ?? '';
      tags.add(etag);
      const again = await get('/', { ...headers, 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect(tags.size).toBe(4);
  });

  it('has no other method', async () => {
    const response = await get('/', {}, 'POST');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('links to pages that exist', async () => {
    const links = linksIn(await pageAt('/'));
    expect(links).toContain('/docs');
    for (const link of links) expect([link, (await get(link)).status]).toEqual([link, 200]);
  });
});

describe('/errors', () => {
  it.each(['/errors', '/errors/'])(
    '%s has every code with its statuses, meaning and remedy, and links to its page',
    async (path) => {
      const page = await pageAt(path);
      const withCode = (text: string) => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
      for (const [code, { statuses, meaning, remedy }] of Object.entries(problemCodes))
        for (const text of [...statuses.map((status) => `>${status}<`), withCode(meaning), withCode(remedy)])
          expect(page.split(`<tr id="${code}">`)[1]?.split('</tr>')[0]).toContain(text);
      expect(linksIn(page)).toEqual(['/docs/guides/errors', ...CODES.map((code) => `/errors/${code}`)]);
    },
  );

  it('is linked by the page of each code, which links to a heading of the reference as well', async () => {
    const { info } = (await (await get('/api/v4/openapi.json')).json()) as { info: { description: string } };
    for (const [code, { guide }] of Object.entries(problemCodes)) {
      expect(info.description).toContain(`\n## ${guide}\n`);
      const anchor = guide.toLowerCase().replaceAll(' ', '-');
      expect(linksIn(await pageAt(`/errors/${code}`)).slice(-2)).toEqual([
        `/docs/guides/errors#${code}`,
        `/docs#description/${anchor}`,
      ]);
    }
  });

  it('has on the page of a code what makes it happen, what to do, and an example', async () => {
    const page = await pageAt('/errors/conflict');
    for (const text of [
      'Another user of the institution has this email.',
      'The member is already clocked in.',
      '<a href="/docs#tag/time-tracking/POST/time-tracking/sessions/start">Clock in</a>',
      'If the response has <code>Retry-After</code>',
      'Output',
      'conflictingAppointment',
    ])
      expect(page).toContain(text);
  });

  it.each(PAGES)('HEAD %s has the headers of the page', async (path) => {
    const [page, head] = await Promise.all(['GET', 'HEAD'].map((method) => get(path, { accept: BROWSER }, method)));
    const seen = (response: Response | undefined) =>
      ['content-type', 'content-length', 'cache-control', 'content-security-policy'].map((name) =>
        response?.headers.get(name),
      );
    expect(head?.status).toBe(200);
    expect(seen(head)).toEqual(seen(page));
  });
});

describe('an unknown address', () => {
  it.each(['/nothing', '/docs/nothing', '/docs/guides/nothing', '/errors/nothing', '/a/b'])(
    '%s is a page for people and a problem for programs',
    async (path) => {
      const page = await get(path, { accept: BROWSER });
      expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([404, HTML, 'accept']);
      expect(linksIn(await page.text())).toEqual([
        '/docs/guides',
        '/docs',
        '/errors',
        '/docs/operate',
        '/docs/develop',
      ]);
      const problem = await get(path, { accept: '*/*' });
      expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    },
  );

  it('below /api is a problem for everybody', async () => {
    const response = await get('/api/nothing', { accept: BROWSER });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it('is never that of an icon', async () => {
    for (const [path, type] of [
      ['/favicon.ico', 'image/x-icon'],
      ['/docs/icon.svg', 'image/svg+xml'],
    ] as const) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    }
  });
});

describe('in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 300_000);
  afterAll(() => browser?.close());

  it.each(PAGES)('%s fits a phone, follows light and dark, and breaks nothing of its policy', async (path) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${system.url}${path}`);
    expect(await background()).toBe('rgb(15, 17, 21)');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(logged).toEqual([]);
    await page.close();
  });

  it('the reference lists the heading under the address that a page of an error links to', async () => {
    const page = await browser.newPage();
    await page.goto(`${system.url}/errors/idempotency_key_reused`);
    await page.getByRole('link', { name: 'Idempotency keys' }).click();
    const { hash } = new URL(page.url());
    // The page renders the whole document first: the test's own time limit decides.
    await page.locator(`a[href="${hash}"]`).first().waitFor({ timeout: 0 });
    await page.locator(`h2[id$="${hash.slice(1)}"]`).waitFor({ timeout: 0 });
    await page.close();
  });
});
