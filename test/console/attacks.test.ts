import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { nextPage } from '../../console/http/next-page.ts';
import { OwnOrigin } from '../../console/http/origin.ts';
import type { Screen } from '../../console/route/screen.ts';
import { openScreens, screens } from '../../console/screens/screens.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

const HOSTILE = '"><img src=x onerror=alert(1)>\'</title><script>alert(1)</script>';

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  system = await TestSystem.start();
  ada = await newAdministrator(system, { name: HOSTILE });
  visitor = await signedIn(system, ada);
});

const routeOf = (screen: Screen) => ({ ...screen, url: `/console${screen.path.replaceAll(/\{\w+\}/g, 'x')}` });
const routes = screens.map(routeOf);
const posts = routes.filter(({ submit }) => submit);

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
    const cookie = `lyceum-console=${visitor.cookies.get('lyceum-console')}`;
    for (const [type, body] of [
      ['application/json', '{"name":"x"}'],
      ['text/plain', 'name=x'],
      ['application/x-www-form-urlencoded', `name=${'x'.repeat(70_000)}`],
    ]) {
      const headers = { cookie, origin: system.consoleUrl, 'content-type': type ?? '' };
      const answer = await fetch(`${system.consoleUrl}/console/integrations/new`, {
        method: 'POST',
        headers,
        body: body ?? '',
      });
      expect([type, answer.status, answer.headers.get('content-type')]).toEqual([
        type,
        400,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('with a field that no text is, or one given twice, is no accident', async () => {
    for (const body of ['name=%00', 'name=%ff%fe', 'name=a&name=b', '__proto__=x&name=c', 'name[a]=b&name=d']) {
      const headers = {
        cookie: `lyceum-console=${visitor.cookies.get('lyceum-console')}`,
        origin: system.consoleUrl,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const { status } = await fetch(`${system.consoleUrl}/console/integrations/new`, {
        method: 'POST',
        headers,
        body,
      });
      expect([body, [200, 422].includes(status)]).toEqual([body, true]);
    }
  });
});

describe('what people have written', () => {
  it('is shown as text on every page', async () => {
    const created = await visitor.submit('/console/integrations/new', { name: HOSTILE });
    const { integrations } = await ada.institution.operator(IntegrationService.method.listIntegrations, {});
    const id = integrations.find(({ name }) => name === HOSTILE)?.id ?? '';
    const pages = [
      created,
      await visitor.get(`/console/integrations/${id}`),
      await visitor.get(`/console/integrations/${id}/rename`),
      await visitor.get(`/console/integrations/${id}/deactivate`),
      await visitor.get('/console/integrations'),
      await visitor.get('/console/administrators'),
      await visitor.get('/console/account'),
      await visitor.get(`/console/people?search=${encodeURIComponent(HOSTILE)}`),
      await visitor.get(`/console/people/${ada.userId}`),
      await visitor.submit('/console/people/add', { email: ada.email, name: HOSTILE }),
      await visitor.submit('/console/time-records/add', { person: HOSTILE, note: `</textarea>${HOSTILE}` }),
      await visitor.post('/console/administrators', { email: HOSTILE, 'form-key': HOSTILE }),
      await visitor.get(`/console/${encodeURIComponent(HOSTILE)}`),
      await new Visitor(system.consoleUrl).get(`/console/sign-in?next=${encodeURIComponent(HOSTILE)}`),
    ];
    for (const { text } of pages) {
      expect(text).toContain('<!doctype html>');
      expect(text).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
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

describe('another institution', () => {
  it('has nothing to find', async () => {
    const other = await newAdministrator(system);
    const { integrations } = await other.institution.operator(IntegrationService.method.listIntegrations, {});
    const path = `/console/integrations/${integrations[0]?.id}`;
    for (const page of ['', '/rename', '/rotate', '/deactivate', '/reactivate', '/end-old-secret']) {
      expect([page, (await visitor.get(`${path}${page}`)).status]).toEqual([page, 404]);
      if (page !== '')
        expect([page, (await visitor.post(`${path}${page}`, { name: 'x' })).status]).toEqual([page, 404]);
    }
    expect(await visitor.submit(`/console/administrators/${other.userId}/remove`)).toMatchObject({ status: 404 });
    expect((await visitor.submit('/console/administrators', { email: other.email })).text).toContain('aria-invalid');
    const after = await other.institution.operator(IntegrationService.method.listIntegrations, {});
    expect(after.integrations).toEqual(integrations);
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
