import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

let system: TestSystem;
let institutionId: string;
let client: TestClient;

beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());
beforeEach(async () => {
  ({ id: institutionId, client } = await system.newInstitution());
});

const idOf = (answer: TestAnswer) => answer.headers.get('x-request-id') ?? '';

/** The record of a request, once there is one. */
async function recordOf(answer: TestAnswer, of: TestClient = client) {
  const found = await until('the record', async () => {
    const record = await of.get(`/requests/${idOf(answer)}`);
    return record.status === 200 && record;
  });
  return found.body.data;
}

describe('the record of a request', () => {
  it('shows what was asked and answered', async () => {
    const created = await client.post('/users', { email: 'ada@records.example', name: 'Ada' });
    expect(await recordOf(created)).toEqual({
      requestId: idOf(created),
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'POST',
      path: '/api/v4/users',
      route: '/api/v4/users',
      status: 201,
      code: null,
      detail: null,
      errors: null,
      durationMs: expect.any(Number),
      bytesIn: JSON.stringify({ email: 'ada@records.example', name: 'Ada' }).length,
      bytesOut: Number(created.headers.get('content-length')),
      isReplay: false,
      userAgent: expect.any(String),
      clientAddress: '127.0.0.1',
    });
  });

  it('shows why it failed', async () => {
    const refused = await client.post('/users', { email: 'none', name: 'Ada' });
    expect(await recordOf(refused)).toMatchObject({
      status: 422,
      code: 'validation_failed',
      detail: refused.body.detail,
      errors: refused.body.errors,
    });
  });

  it('shows a replay, and the latest of the requests with one id', async () => {
    const headers = { 'x-request-id': 'my.request-1', 'idempotency-key': randomUUID() };
    const body = { email: 'ada@records.example', name: 'Ada' };
    await recordOf(await client.post('/users', body, { headers }));
    const again = await client.post('/users', body, { headers });
    await until('the replay', async () => (await client.get('/requests/my.request-1')).body.data.isReplay);
    expect((await recordOf(again)).status).toBe(201);
  });

  it('has the values of declared parameters only', async () => {
    const answer = await client.get('/users?limit=1&email=ada%40x.example&token=s3cret');
    expect(await recordOf(answer)).toMatchObject({
      path: '/api/v4/users?limit=1&email=ada%40x.example&token=…',
      route: '/api/v4/users',
    });
    const unknown = await client.get(`/nothing/${'s'.repeat(43)}?token=s3cret`);
    expect(await recordOf(unknown)).toMatchObject({ path: '/api/v4/nothing/…?token=…', route: null, status: 404 });
  });

  it('is there for a wrong secret too', async () => {
    const wrong = `Basic ${Buffer.from(`${client.clientId}:${'x'.repeat(43)}`).toString('base64')}`;
    const answer = await client.get('/users', { headers: { authorization: wrong } });
    expect(answer.status).toBe(401);
    expect(await recordOf(answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('is seen by its own integration only', async () => {
    const answer = await client.get('/users');
    await recordOf(answer);
    const sibling = await system.newClient(institutionId);
    const { client: stranger } = await system.newInstitution();
    for (const other of [sibling, stranger]) {
      expect(await other.get(`/requests/${idOf(answer)}`)).toMatchObject({ status: 404 });
      expect((await other.get('/requests')).body.data).not.toContainEqual(
        expect.objectContaining({ requestId: idOf(answer) }),
      );
    }
  });

  it.each([
    ['an id of no request', `/requests/${randomUUID()}`, 404],
    ['what is no id', '/requests/a%20b', 422],
  ])('%s: %s is %i', async (_, path, status) => {
    expect(await client.get(path)).toMatchObject({ status });
  });
});

describe('the list of requests', () => {
  const HOUR = '2026-10-05T08:00:00.000Z';

  /** Makes requests of which the last one is recorded last; returns their ids by name. */
  async function someRequests() {
    const [users, missing, refused] = [
      await client.get('/users'),
      await client.get(`/users/${randomUUID()}`),
      await client.post('/users', { email: 'none', name: 'A' }),
    ];
    await recordOf(refused);
    return { users: idOf(users), missing: idOf(missing), refused: idOf(refused) };
  }

  it.each<[filters: Readonly<Record<string, string>>, expected: ('users' | 'missing' | 'refused')[]]>([
    [{ status: '4xx' }, ['missing', 'refused']],
    [{ status: '422' }, ['refused']],
    [{ status: '2xx', route: '/api/v4/users' }, ['users']],
    [{ status: '5xx' }, []],
    [{ method: 'POST' }, ['refused']],
    [{ route: '/api/v4/users/{id}' }, ['missing']],
    [{ route: '/api/v4/users', from: HOUR }, ['users', 'refused']],
    [{ to: '2026-10-05T07:00:00Z' }, []],
  ])('with %j has %j', async (filters, expected) => {
    const ids = await someRequests();
    const { body } = await client.get('/requests', { query: filters });
    const found = body.data.flatMap(({ requestId, route }: { requestId: string; route: string }) =>
      route.startsWith('/api/v4/requests') ? [] : [requestId],
    );
    expect(new Set(found)).toEqual(new Set(expected.map((name) => ids[name])));
    expect(body.pagination.has_more).toBe(false);
  });

  it('is walked with limit=1, none missing, none twice', async () => {
    const ids = await someRequests();
    const found = await client.walk('/requests', { limit: '1', to: '2026-10-06T00:00:00Z' });
    const own = found.map((record) => (record as unknown as { requestId: string }).requestId);
    expect(new Set(own).size).toBe(own.length);
    expect(own).toEqual(expect.arrayContaining(Object.values(ids)));
  });

  it.each([
    ['status', '600'],
    ['status', '4XX'],
    ['method', 'get'],
    ['from', 'yesterday'],
  ])('rejects %s=%s', async (name, value) => {
    expect(await client.get('/requests', { query: { [name]: value } })).toMatchObject({ status: 400 });
  });
});

describe('usage', () => {
  const day = { from: '2026-10-05T00:00:00Z', to: '2026-10-06T00:00:00Z' };

  it('counts what was asked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.get(n < 15 ? '/users' : '/users/x y')),
    );
    const last = answers.at(-1) as TestAnswer;
    await recordOf(last);
    const bytesOut = answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0);
    const usageOfDay = async () => (await client.get('/usage', { query: { ...day, interval: 'day' } })).body.data[0];
    await until('the counts', async () => ((await usageOfDay())?.requests ?? 0) >= answers.length);
    const usage = await usageOfDay();
    expect(usage).toMatchObject({ start: '2026-10-05T00:00:00.000Z', rateLimited: 0, bytesIn: 0, lost: 0 });
    expect(usage.byStatus).toMatchObject({ '3xx': 0, '5xx': 0 });
    expect(usage.byStatus['4xx']).toBeGreaterThanOrEqual(5);
    expect(usage.requests).toBe(usage.byStatus['2xx'] + usage.byStatus['4xx']);
    expect(usage.bytesOut).toBeGreaterThanOrEqual(bytesOut);
    expect(usage.p95Ms).toBeGreaterThanOrEqual(usage.p50Ms);
  });

  it.each([
    ['a period without an end', { from: day.from }],
    ['a period that ends before it begins', { from: day.to, to: day.from }],
    ['more than 32 days', { from: '2026-10-01T00:00:00Z', to: '2026-11-02T00:00:00.001Z' }],
    ['another interval', { ...day, interval: 'week' }],
  ])('of %s is 400', async (_, params) => {
    expect(await client.get('/usage', { query: params })).toMatchObject({ status: 400 });
  });

  it('of every local month: with 31 days, and an hour that the clocks repeat', async () => {
    const query = { from: '2026-10-01T00:00:00+02:00', to: '2026-11-01T00:00:00+01:00' };
    expect(await client.get('/usage', { query })).toMatchObject({ status: 200 });
  });

  it('of a period without requests is empty', async () => {
    const { body } = await client.get('/usage', {
      query: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' },
    });
    expect(body.data).toEqual([]);
  });
});
