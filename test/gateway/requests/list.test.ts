import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordOf } from '../../support/recorded-requests.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

let client: TestClient;

const system = await TestSystem.start();
beforeEach(async () => {
  ({ client } = await system.newInstitution());
});

const idOf = (answer: TestAnswer) => answer.headers.get('x-request-id') ?? '';

describe('GET /requests', () => {
  const HOUR = '2026-10-05T08:00:00.000Z';

  /** Makes requests of which the last one is recorded last; returns their ids by name. */
  async function someRequests() {
    const [users, missing, refused] = [
      await client.get('/users'),
      await client.get(`/users/${randomUUID()}`),
      await client.post('/users', { email: 'none', name: 'A' }),
    ];
    await recordOf(client, refused);
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
  ])('200: with %j has %j', async (filters, expected) => {
    const ids = await someRequests();
    const { body } = await client.get('/requests', { query: filters });
    const found = body.data.flatMap(({ requestId, route }: { requestId: string; route: string }) =>
      route.startsWith('/api/v4/requests') ? [] : [requestId],
    );
    expect(new Set(found)).toEqual(new Set(expected.map((name) => ids[name])));
    expect(body.pagination.has_more).toBe(false);
  });

  it('200: walked with limit=1, none missing, none twice', async () => {
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
  ])('400: %s=%s', async (name, value) => {
    expect(await client.get('/requests', { query: { [name]: value } })).toMatchObject({ status: 400 });
  });
});
