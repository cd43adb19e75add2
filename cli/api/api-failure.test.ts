import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '../../clients/typescript/src/index.ts';
import { type Fate, FaultyProxy } from '../../test/support/faulty-proxy.ts';
import { apiFailure } from './api-failure.ts';

let proxy: FaultyProxy;

beforeEach(async () => {
  proxy = await FaultyProxy.open('http://127.0.0.1:9');
});
afterEach(() => proxy.close());

/** The failure of a request with a fate. */
async function failureOf(fate: Fate, url = proxy.url): Promise<unknown> {
  proxy.fates.push(fate);
  const lyceum = createClient({ baseUrl: url, clientId: 'id', clientSecret: 'secret', retry: { repeats: 0 } });
  const failure = lyceum.integration.get().catch((error: unknown) => apiFailure(error, url, 'Try again.'));
  return ((await failure) as Error).message;
}

function problem(status: number, code: string, more: object = {}): Fate {
  const body = JSON.stringify({ status, code, detail: 'It failed.', ...more });
  return { status, type: 'application/problem+json', body };
}

it.each<[Fate, string]>([
  ['lost', ' does not answer (UND_ERR_SOCKET). Try again.'],
  [{ status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }, ' does not answer (status 502). Try again.'],
  [problem(503, 'internal_error'), ': 503 internal_error: It failed. Try again.'],
  [problem(403, 'forbidden'), ': 403 forbidden: It failed.'],
  [
    problem(422, 'validation_failed', { errors: [{ field: 'at', pointer: '/at', message: 'is wrong' }] }),
    ': 422 validation_failed: It failed. (at: is wrong)',
  ],
  [problem(401, 'unauthorized'), ' rejects the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET.'],
])('says what the API answered, or that it did not: %j', async (fate, message) => {
  expect(await failureOf(fate)).toBe(`${proxy.url}${message}`);
});

it.each<Fate>([
  { status: 200, type: 'text/html', body: '<h1>Welcome</h1>' },
  { status: 404, type: 'text/plain', body: 'nothing here' },
  { status: 301, type: 'application/json', body: '{}' },
])('says that a server is not Lyceum: %j', async (fate) => {
  expect(await failureOf(fate)).toMatch(/is not Lyceum \(status \d+\)\. Set LYCEUM_URL\.$/);
});

it('says that nothing listens', async () => {
  const { url } = proxy;
  await proxy.close();
  expect(await failureOf('pass', url)).toContain('(ECONNREFUSED)');
  proxy = await FaultyProxy.open(url);
});
