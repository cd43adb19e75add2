import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nextPage } from '../../console/http/next-page.ts';
import { OwnOrigin } from '../../console/http/origin.ts';
import type { Screen } from '../../console/route/screen.ts';
import { openScreens, screens } from '../../console/screens/screens.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { oneOfEach } from '../support/console/one-of-each.ts';
import { changesIn, factIn, formOf, HOSTILE, RUNS } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, Visitor } from '../support/console/visitor.ts';
import { NOWHERE, newWebhook } from '../support/console/webhooks.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system, { name: HOSTILE });
const visitor = await signedIn(system, ada);
/** Browsers have no passkeys for addresses. */
const localUrl: string = system.consoleUrl.replace('127.0.0.1', 'localhost');
const local = await signedIn(system, ada, localUrl);
const addressOf: (path: string) => string = await oneOfEach(system, ada, local);

const routeOf = (screen: Screen) => ({ ...screen, url: `/console${screen.path.replaceAll(/\{\w+\}/g, 'x')}` });
const routes = screens.map(routeOf);
const posts = routes.filter(({ submit }) => submit);
/** Those with tests of their own: without a mail server there is no form about email, and an archive is no page. */
const APART = ['/account/problem-email', '/settings/your-data/{id}/download'];
const own = screens.filter(({ isPublic, path }) => !isPublic && !APART.includes(path));

it('an address that is too long for any page, or none, is a problem', async () => {
  for (const [status, path] of [
    [414, `/console/people/${'x'.repeat(300)}`],
    [400, '/console/people/%'],
  ] as const) {
    const answer = await fetch(`${system.url}${path}`);
    const id = answer.headers.get('x-request-id');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ code: 'bad_request', status, instance: `urn:uuid:${id}` });
  }
});

describe('every screen', () => {
  it.each(routes.filter(({ isPublic }) => !isPublic))(
    '$path is closed to those who have not signed in',
    async (screen) => {
      const stranger = new Visitor(system.consoleUrl);
      const answers = [
        ...(screen.view ? [await stranger.get(screen.url)] : []),
        ...(screen.submit ? [await stranger.post(screen.url)] : []),
      ];
      expect(answers.length).toBeGreaterThan(0);
      for (const { status, headers } of answers) {
        expect(status).toBe(303);
        expect(headers.get('location')).toMatch(/^\/console\/sign-in\?next=%2Fconsole%2F/);
      }
    },
  );

  it.each(posts)('$path takes a form from a page of the console alone', async ({ url }) => {
    const own = system.consoleUrl;
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${own}.evil.example` },
      { origin: own.replace('http:', 'https:') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: own, 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ] as Record<string, string>[]) {
      const { status } = await visitor.post(url, {}, headers);
      expect([headers, status]).toEqual([headers, 403]);
    }
    expect(await visitor.get('/console/account')).toMatchObject({ status: 200 });
  });

  it.each([...routes, ...openScreens.map(routeOf)])(
    '$path forbids the browser everything but the console',
    async ({ url }) => {
      const { headers } = await visitor.get(url);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('a form', () => {
  it('shows beside the field what no database can store, and an address with it is refused', async () => {
    const { status, text } = await visitor.submit('/console/integrations/new', { name: 'a\0b' });
    expect([status, text]).toEqual([422, expect.stringContaining('Must not hold a NUL character.')]);
    expect((await visitor.get('/console/integrations?name=%00')).status).toBe(400);
  });

  it('is accepted with Origin or Sec-Fetch-Site', async () => {
    for (const headers of [{ origin: system.consoleUrl }, { 'sec-fetch-site': 'same-origin' }] as Record<
      string,
      string
    >[])
      expect(await visitor.post('/console/integrations/new', { name: 'one' }, headers)).toMatchObject({ status: 200 });
  });

  it('in another format, or too large, is refused with a page', async () => {
    for (const [type, body] of [
      ['application/json', '{"name":"x"}'],
      ['text/plain', 'name=x'],
      ['application/x-www-form-urlencoded', `name=${'x'.repeat(70_000)}`],
    ] as const) {
      const { status, headers } = await visitor.send('/console/integrations/new', { 'content-type': type }, body);
      expect([type, status, headers.get('content-type')]).toEqual([type, 400, 'text/html; charset=utf-8']);
    }
  });

  it('with a field that no text is, or one given twice, is no accident', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const body of ['name=%00', 'name=%ff%fe', 'name=a&name=b', '__proto__=x&name=c', 'name[a]=b&name=d']) {
      const { status } = await visitor.send('/console/integrations/new', type, body);
      expect([body, [200, 422].includes(status)]).toEqual([body, true]);
    }
  });
});

describe('another institution', () => {
  it('has nothing to find', async () => {
    const other = await newAdministrator(system);
    const stranger = await signedIn(system, other, localUrl);
    const changes = async () => changesIn(await local.get('/console/audit'));
    const before = await changes();
    for (const { path, view, submit } of own) {
      const address = addressOf(path);
      if (path.includes('{')) {
        const fields = view && submit ? formOf(await local.get(address)) : {};
        if (view) expect([path, (await stranger.get(address)).status]).toEqual([path, 404]);
        if (submit) expect([path, (await stranger.post(address, fields)).status]).toEqual([path, 404]);
      } else if (view) expect([path, (await stranger.get(address)).text.includes('&lt;img')]).toEqual([path, false]);
    }
    const idIn = (path: string) => addressOf(path).split('/').at(-1);
    const month = 'from=2026-09-01&to=2026-10-31';
    for (const query of [
      `requests?integration=${idIn('/integrations/{id}')}`,
      'requests?requestId=hostile',
      `events?resourceId=${idIn('/people/{id}')}`,
      `audit?record=${idIn('/people/{id}')}`,
      `audit?who=administrator:${ada.userId}`,
      `time-records?${month}`,
      `time-records?${month}&person=${idIn('/people/{id}')}`,
      `time-records/export?${month}`,
      `time-records/export?${month}&by=day`,
      'people?search=img&state=all',
      'calendar-feeds/new?text=img',
    ]) {
      const { text } = await stranger.get(`/console/${query}`);
      expect([query, /&lt;img|bee@example\.org/.test(text)]).toEqual([query, false]);
      expect([query, /&lt;img|bee@example\.org/.test((await local.get(`/console/${query}`)).text)]).toEqual([
        query,
        true,
      ]);
    }
    // Names of one's own beside those of another one, and what no record has.
    const webhook = await newWebhook(stranger, NOWHERE);
    const foreign = addressOf('/webhooks/{id}/deliveries/{deliveryId}').split('/').at(-1);
    for (const path of [
      `${webhook}/deliveries/${foreign}`,
      `${webhook}/deliveries/${foreign}/send-again`,
      ...['webhooks/x', 'events/x', 'calendar-feeds/x/revoke', 'calendar-feeds/new/room/x', 'people/import/x'].map(
        (each) => `/console/${each}`,
      ),
      `/console/calendar-feeds/new/course/${other.userId}`,
      `/console/calendar-feeds/new/toString/${other.userId}`,
    ])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
    expect((await stranger.submit('/console/administrators', { email: ada.email })).text).toContain('aria-invalid');
    const file = await stranger.upload('/console/people/import', 'email,name,code\r\nbee@example.org,Here,BEE-1');
    expect(factIn(await stranger.follow(file), 'New')).toBe('1');
    expect(await changes()).toEqual(before);
  });

  it('of the same administrator, a preview is for the session that has sent the file', async () => {
    const [again, preview] = [await signedIn(system, ada, localUrl), addressOf('/people/import/{id}')];
    for (const answer of [await again.get(preview), await again.post(preview)]) expect(answer.status).toBe(404);
  });
});

describe('what people have written', () => {
  it('is shown as text on every page', async () => {
    const names = ['search', 'text', 'person', 'note', 'who', 'kind', 'record', 'from', 'to', 'integration', 'status'];
    names.push('method', 'route', 'requestId', 'type', 'resource', 'resourceId', 'event', 'form-key', 'email', 'next');
    names.push('time_tracking_timezone', 'user_code_format', 'default_lesson_unit_name', 'example', 'issuer');
    const all = new URLSearchParams(names.map((name) => [name, HOSTILE]));
    const pages: [string, Answer][] = [];
    // Files are no pages.
    const files = ['/people/{id}/hand-over', '/time-records/closed-months/{id}/export'];
    for (const { path } of own.filter(({ view, path }) => view && !files.includes(path))) {
      const address = addressOf(path);
      const page = await local.get(address);
      pages.push([path, page], [`${path}?`, await local.get(`${address}?${all}`)]);
      const typed = [...page.text.matchAll(/<(?:input type="(?!hidden)|textarea )[^>]* name="([^"]+)"/g)];
      if (typed.length === 0) continue;
      const fields = { ...hiddenIn(page), ...Object.fromEntries(typed.map(([, name]) => [name, HOSTILE])) };
      pages.push([`POST ${path}`, await local.post(address, fields)]);
    }
    for (const path of [encodeURIComponent(HOSTILE), `requests/${encodeURIComponent(HOSTILE)}`])
      pages.push([path, await local.get(`/console/${path}`)]);
    pages.push(['new name', await local.submit('/console/people/add', { email: ada.email, name: HOSTILE })]);
    const format = { user_code_format: `${HOSTILE}[0][0][0][0]`, 'form-confirmed': '1' };
    await local.submit('/console/settings', { ...format, default_lesson_unit_name: HOSTILE });
    pages.push(['stored settings', await local.get('/console/settings')]);
    pages.push(['sign-in', await new Visitor(system.consoleUrl).get(`/console/sign-in?${all}`)]);
    for (const [path, { status, text }] of pages) {
      expect([path, RUNS.exec(text)]).toEqual([path, null]);
      expect([path, status]).toEqual([path, expect.toBeOneOf([200, 303, 400, 404, 409, 422])]);
      if (status < 300 && !path.startsWith('sign-in'))
        expect([path, text]).toEqual([path, expect.stringContaining('&lt;img')]);
    }
  });

  it('is not taken from the address or a cookie to say that something was done', async () => {
    visitor.cookies.set('lyceum-console-message', encodeURIComponent('Call 555 now'));
    const { text } = await visitor.get('/console/account?message=Call+555+now');
    expect(text).not.toMatch(/Call.555/);
    expect(text).not.toContain('role="status"');
    expect(visitor.cookies.has('lyceum-console-message')).toBe(false);
  });
});

describe('nextPage', () => {
  it.each(['/console/account', '/console/requests?status=4xx', '/console'])('follows %s', (path) => {
    expect(nextPage(path, '/home')).toBe(path);
  });

  it.each([
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/console\\..\\..//evil.example',
    '/console/..//evil.example',
    '/console/../api/v4/users',
    '/consoles',
    'javascript:alert(1)',
    '\t/console',
    'console/account',
    '/console/sign-out',
    '/console/link/x',
    '/console/not-signed-in',
    'http://console.invalid/console/account',
  ])('does not follow %s', (path) => {
    expect(nextPage(path, '/home')).toBe('/home');
  });
});

describe('OwnOrigin', () => {
  it('accepts no other name, scheme or port', () => {
    const own = new OwnOrigin('https://console.example.org');
    expect(own.isLoopback).toBe(false);
    expect(own.isSenderOf({ origin: 'https://console.example.org' })).toBe(true);
    for (const origin of ['http://console.example.org', 'https://console.example.org:8443', 'http://localhost', 'null'])
      expect(own.isSenderOf({ origin })).toBe(false);
    for (const host of ['console.example.org', 'evil.example', 'localhost', ''])
      expect(own.siteOf(host)).toEqual({
        origin: 'https://console.example.org',
        relyingParty: { id: 'console.example.org', origin: 'https://console.example.org' },
      });
    const loopback = new OwnOrigin('http://localhost:3000');
    for (const host of ['evil.example:3000', 'localhost:3001', 'localhost', 'localhost:3000'])
      expect(loopback.siteOf(host).relyingParty).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
    for (const [url, host] of [
      ['http://localhost:3000', '127.0.0.1:3000'],
      ['http://localhost:3000', '[::1]:3000'],
      ['https://192.0.2.1', '192.0.2.1'],
    ])
      expect(new OwnOrigin(url ?? '').siteOf(host ?? '').relyingParty).toBeUndefined();
    expect(new OwnOrigin('http://lyceum.example.org').isLoopback).toBe(false);
    expect(new OwnOrigin('https://localhost').isLoopback).toBe(false);
  });
});

it('a thousand guesses of links sign nobody in, and keep nobody else out', async () => {
  const guesser = new Visitor(system.consoleUrl);
  const guesses = Array.from({ length: 1_000 }, async () => {
    const path = `/console/link/${randomBytes(32).toString('base64url')}`;
    return (await guesser.post(path)).status;
  });
  const meanwhile = await visitor.get('/console/account');
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([410]));
  expect(meanwhile.status).toBe(200);
  expect(guesser.cookies.has('lyceum-console')).toBe(false);
});
