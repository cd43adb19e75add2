import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../support/test-client.ts';
import { changeSettings, newEmail, newUser } from '../../support/test-directory.ts';
import { refusal, type TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

/**
 * The order of checks (decisions 1.4), pair by pair: each request has two or more errors, and the earlier check decides
 * the response.
 */
const system = await TestSystem.start();
const school = await system.newInstitution();
const [user, taken] = await Promise.all([newUser(school.client), newUser(school.client, { code: 'TAKEN-0000' })]);
await changeSettings(school, { userCodeFormat: 'NH-[0][0][0][0]' });

const send = (method: string, path: string, request: TestRequest = {}) => school.client.send(method, path, request);

const malformed: TestRequest = { text: '{', key: true, ifMatch: '*' };
const tooLarge: TestRequest = { text: ' '.repeat(256 * 1024 + 1), key: true, ifMatch: '*' };
const otherType: TestRequest = { text: '{}', key: true, ifMatch: '*', headers: { 'content-type': 'text/plain' } };
const invalid: TestRequest = { json: { nickname: 'x' }, key: true, ifMatch: '*' };
const bodyFaults = [
  ['a malformed body', malformed, '400 bad_request'],
  ['a body that is too large', tooLarge, '413 bad_request'],
  ['another type', otherType, '415 bad_request'],
  ['an invalid body', invalid, '422 validation_failed'],
] as const;

describe('401 first', () => {
  const faults: readonly (readonly [what: string, method: string, path: string, request: TestRequest])[] = [
    ['an unknown path', 'GET', '/nothing', {}],
    ['the prefix alone', 'GET', '', {}],
    ['the prefix with a slash', 'GET', '/', {}],
    ['a path with malformed percent-encoding', 'GET', '/users/%zz', {}],
    ['a path that can be no id', 'GET', '/users/a.b', {}],
    ['another method', 'DELETE', '/users', {}],
    ['a bad query', 'GET', '/users?limit=0', {}],
    ...bodyFaults.map(([what, request]) => [what, 'POST', '/users', request] as const),
    ...bodyFaults.map(([what, request]) => [`${what} for an unknown path`, 'POST', '/nothing', request] as const),
  ];
  it.each(faults)('before %s', async (_, method, path, request) => {
    expect(
      refusal(await send(method, path, { ...request, headers: { ...request.headers, authorization: 'Basic eDp5' } })),
    ).toBe('401 unauthorized');
  });

  it('before 429: wrong credentials neither count nor get rate limit headers', async () => {
    const client = await system.newClient(school.id);
    await Promise.all(Array.from({ length: 1001 }, () => client.get('/nothing')));
    const wrong = `Basic ${Buffer.from(`${client.clientId}:wrong`).toString('base64')}`;
    expect(refusal(await client.get('/users', { headers: { authorization: wrong } }))).toBe('401 unauthorized');
    expect(refusal(await client.get('/users'))).toBe('429 rate_limit_exceeded');
  });
});

describe('429', () => {
  it('before everything but 401', async () => {
    const client = await system.newClient(school.id);
    const body = { email: newEmail(), name: 'Replayed' };
    const key = randomUUID();
    expect((await client.post('/users', body, { key })).status).toBe(201);
    await Promise.all(Array.from({ length: 999 }, () => client.get('/nothing')));
    const answers = await Promise.all([
      client.get('/nothing'),
      client.send('DELETE', '/users'),
      client.get('/users/a.b'),
      client.get('/users?limit=0'),
      client.get(user.path, { headers: { 'if-none-match': user.etag } }),
      client.post('/users', body, { key }),
      ...bodyFaults.map(([, request]) => client.send('POST', '/users', request)),
    ]);
    for (const answer of answers) expect(refusal(answer)).toBe('429 rate_limit_exceeded');
  });
});

describe('the route', () => {
  it.each(bodyFaults)('404 before %s', async (_, request) => {
    expect(refusal(await send('POST', '/nothing', request))).toBe('404 resource_not_found');
  });

  it.each(bodyFaults)('405 before %s', async (_, request) => {
    expect(refusal(await send('PUT', '/users', request))).toBe('405 bad_request');
    expect(refusal(await send('POST', user.path, request))).toBe('405 bad_request');
  });

  it('405 before a path that can be no id', async () => {
    expect(refusal(await send('DELETE', '/users/a.b'))).toBe('405 bad_request');
  });
});

describe('what needs no stored data', () => {
  it.each(bodyFaults)('%s before the replay, and before another use of the key', async (_, request, expected) => {
    const key = randomUUID();
    expect((await school.client.post('/users', { email: newEmail(), name: 'First' }, { key })).status).toBe(201);
    expect(refusal(await send('POST', '/users', { ...request, key }))).toBe(expected);
  });

  it.each(bodyFaults)('%s before 404 of the resource, 428 and 412', async (_, request, expected) => {
    for (const path of [`/users/${randomUUID()}`, '/users/no-uuid', user.path]) {
      expect(refusal(await send('PATCH', path, { ...request, ifMatch: '"stale.x"' }))).toBe(expected);
      const { ifMatch, ...unconditional } = { ...request };
      expect(refusal(await send('PATCH', path, unconditional))).toBe(expected);
    }
  });

  it.each(bodyFaults)('%s before 409', async (_, request, expected) => {
    const body = { ...request, ...(request === invalid ? { json: { email: taken.data.email, name: 'A', x: 1 } } : {}) };
    expect(refusal(await send('POST', '/users', body))).toBe(expected);
  });

  it('a path that can be no id before 428', async () => {
    expect(refusal(await school.client.patch('/users/a.b', {}))).toBe('422 validation_failed');
  });

  it('the query before 404 of the resource', async () => {
    expect(refusal(await school.client.get(`/users/${randomUUID()}`, { query: { fields: 'nope' } }))).toBe(
      '400 bad_request',
    );
  });

  it('the query before 304', async () => {
    const request = { query: { fields: 'nope' }, headers: { 'if-none-match': user.etag } };
    expect(refusal(await school.client.get(user.path, request))).toBe('400 bad_request');
  });

  it('a missing key before 409 and before the rules', async () => {
    for (const body of [
      { email: taken.data.email, name: 'A' },
      { email: newEmail(), name: 'A', code: 'x' },
    ]) {
      expect(refusal(await send('POST', '/users', { json: body }))).toBe('400 bad_request');
    }
  });
});

describe('the key', () => {
  it.each([
    ['409', () => ({ email: taken.data.email, name: 'A' })],
    ['the rules', () => ({ email: newEmail(), name: 'A', code: 'x' })],
  ])('its other use before %s', async (_, body) => {
    const key = randomUUID();
    expect((await school.client.post('/users', { email: newEmail(), name: 'First' }, { key })).status).toBe(201);
    expect(refusal(await school.client.post('/users', body(), { key }))).toBe('422 idempotency_key_reused');
  });
});

describe('the resource', () => {
  const unknown = [`/users/${randomUUID()}`, '/users/no-uuid'];

  it('404 before 428', async () => {
    for (const path of unknown) expect(refusal(await school.client.patch(path, {}))).toBe('404 resource_not_found');
  });

  it('404 before 412, with any ETag', async () => {
    for (const ifMatch of ['*', user.etag, '"x"', 'W/"x"']) {
      for (const path of unknown)
        expect(refusal(await school.client.patch(path, {}, { ifMatch }))).toBe('404 resource_not_found');
    }
  });

  it.each([
    ['the rules', () => ({ code: 'x' })],
    ['409', () => ({ email: taken.data.email })],
  ])('404, 428 and 412 before %s', async (_, body) => {
    expect(refusal(await school.client.patch(`/users/${randomUUID()}`, body(), { ifMatch: '*' }))).toBe(
      '404 resource_not_found',
    );
    expect(refusal(await school.client.patch(user.path, body()))).toBe('428 precondition_required');
    expect(refusal(await school.client.patch(user.path, body(), { ifMatch: taken.etag }))).toBe(
      '412 precondition_failed',
    );
  });
});

describe('the rules', () => {
  it('422 before 409', async () => {
    const body = { email: taken.data.email, code: 'x' };
    expect(refusal(await school.client.patch(user.path, body, { ifMatch: '*' }))).toBe('422 validation_failed');
    expect(refusal(await school.client.post('/users', { ...body, name: 'A' }))).toBe('422 validation_failed');
  });
});

describe('public paths', () => {
  it.each(['/', '/healthz', '/readyz', '/docs', '/errors', '/errors/bad_request', '/api/v4/openapi.json'])(
    '%s answers without credentials, with wrong ones, and counts nothing',
    async (path) => {
      for (const headers of [{}, { authorization: 'Basic eDp5' }] as Record<string, string>[]) {
        const answer = await readAnswer(await fetch(`${system.url}${path}`, { headers }));
        expect(answer.status).toBe(200);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      }
    },
  );

  it.each(['/index.html', '/nothing', '/api', '/api/v3/users', '/errors/nothing', '/errors/__proto__'])(
    '404: %s',
    async (path) => {
      expect(refusal(await readAnswer(await fetch(`${system.url}${path}`)))).toBe('404 resource_not_found');
    },
  );

  it.each(['/healthz', '/readyz', '/errors/bad_request'])('405: %s has no other method than GET', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await readAnswer(await fetch(`${system.url}${path}`, { method }));
      expect([method, refusal(answer), answer.headers.get('allow')]).toEqual([method, '405 bad_request', 'GET, HEAD']);
    }
  });
});
