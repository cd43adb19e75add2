import { expect, it } from 'vitest';
import { exchange, parseAnswer } from '../../support/raw-http.ts';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';

/**
 * Which responses may be cached. The test client checks this for every response below `/api/v4`, and for every problem.
 */
const system = await TestSystem.start();
const school = await system.newInstitution();

const seen = ({ headers }: { headers: Headers }) => [
  headers.get('cache-control'),
  headers.get('x-content-type-options'),
];

it.each([
  ['/', 'no-cache'],
  ['/healthz', 'no-store'],
  ['/readyz', 'no-store'],
  ['/docs', 'no-cache'],
  ['/docs/start.js', 'no-cache'],
  ['/docs/scalar.js', 'no-cache'],
  ['/api/v4/openapi.json', 'no-cache'],
  ['/errors', 'no-cache'],
  ['/errors/conflict', 'no-cache'],
  ['/docs/icon.svg', 'no-cache'],
  ['/favicon.ico', 'no-cache'],
])('%s: %s', async (path, cacheControl) => {
  expect(seen(await fetch(`${system.url}${path}`))).toEqual([cacheControl, 'nosniff']);
});

it('the parser’s refusals: no-store', async () => {
  expect(seen(await parseAnswer(await exchange(system.port, 'hello\r\n\r\n')))).toEqual(['no-store', 'nosniff']);
});

it('a read with an ETag: private, no-cache, also of its 304 and its HEAD; everything else about it: no-store', async () => {
  const user = await newUser(school.client);
  const kept = ['private, no-cache', 'nosniff'];
  const headers = { 'if-none-match': user.etag };
  expect(seen(await school.client.get(user.path))).toEqual(kept);
  expect(seen(await school.client.get(user.path, { headers }))).toEqual(kept);
  expect(seen(await school.client.send('HEAD', user.path))).toEqual(kept);
  const gone = ['no-store', 'nosniff'];
  expect(seen(await school.client.get('/users'))).toEqual(gone);
  expect(seen(await school.client.patch(user.path, { name: 'New' }, { ifMatch: user.etag }))).toEqual(gone);
  expect(seen(await school.client.patch(user.path, { name: 'New' }, { ifMatch: user.etag }))).toEqual(gone);
});

it.each(['/', '/docs', '/errors', '/errors/conflict'])(
  '%s is shown in no frame and loads nothing from elsewhere',
  async (path) => {
    const { headers } = await fetch(`${system.url}${path}`, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy')?.split('; ');
    for (const each of ["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(each);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);
