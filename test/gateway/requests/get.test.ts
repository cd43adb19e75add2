import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordOf } from '../../support/recorded-requests.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

let institutionId: string;
let client: TestClient;

const system = await TestSystem.start();
beforeEach(async () => {
  ({ id: institutionId, client } = await system.newInstitution());
});

const idOf = (answer: TestAnswer) => answer.headers.get('x-request-id') ?? '';

describe('GET /requests/{requestId}', () => {
  it('200: what was asked and answered', async () => {
    const created = await client.post('/users', { email: 'ada@records.example', name: 'Ada' });
    expect(await recordOf(client, created)).toEqual({
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
      access: 'full',
      areas: null,
    });
  });

  it('200: why it failed', async () => {
    const refused = await client.post('/users', { email: 'none', name: 'Ada' });
    expect(await recordOf(client, refused)).toMatchObject({
      status: 422,
      code: 'validation_failed',
      detail: refused.body.detail,
      errors: refused.body.errors,
    });
  });

  it('200: a replay, and the latest of the requests with one id', async () => {
    const headers = { 'x-request-id': 'my.request-1', 'idempotency-key': randomUUID() };
    const body = { email: 'ada@records.example', name: 'Ada' };
    await recordOf(client, await client.post('/users', body, { headers }));
    const again = await client.post('/users', body, { headers });
    await until('the replay', async () => (await client.get('/requests/my.request-1')).body.data.isReplay);
    expect((await recordOf(client, again)).status).toBe(201);
  });

  it('200: the values of declared parameters only', async () => {
    const answer = await client.get('/users?limit=1&email=ada%40x.example&token=s3cret');
    expect(await recordOf(client, answer)).toMatchObject({
      path: '/api/v4/users?limit=1&email=ada%40x.example&token=…',
      route: '/api/v4/users',
    });
    const unknown = await client.get(`/nothing/${'s'.repeat(43)}?token=s3cret`);
    expect(await recordOf(client, unknown)).toMatchObject({
      path: '/api/v4/nothing/…?token=…',
      route: null,
      status: 404,
    });
  });

  it('200: for a wrong secret too', async () => {
    const wrong = `Basic ${Buffer.from(`${client.clientId}:${'x'.repeat(43)}`).toString('base64')}`;
    const answer = await client.get('/users', { headers: { authorization: wrong } });
    expect(answer.status).toBe(401);
    expect(await recordOf(client, answer)).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('404: for any other integration', async () => {
    const answer = await client.get('/users');
    await recordOf(client, answer);
    const sibling = await system.newClient(institutionId);
    const { client: stranger } = await system.newInstitution();
    for (const other of [sibling, stranger]) {
      expect(await other.get(`/requests/${idOf(answer)}`)).toMatchObject({ status: 404 });
      expect((await other.get('/requests')).body.data).not.toContainEqual(
        expect.objectContaining({ requestId: idOf(answer) }),
      );
    }
  });
});
