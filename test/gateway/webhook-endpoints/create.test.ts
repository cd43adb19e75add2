import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint, HOOK_URL } from '../../support/test-webhooks.ts';

const system = await TestSystem.start({ platform: 'own' });
const { client } = await system.newInstitution();
afterAll(() => system.stop());

describe('POST /webhook-endpoints', () => {
  it('201: the endpoint with its secret, which no read shows', async () => {
    const { data, secret, path, etag } = await createdEndpoint(client, {
      description: 'Display',
      types: ['user.created'],
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(data).toMatchObject({
      ...{ url: HOOK_URL, description: 'Display', types: ['user.created'], isEnabled: true, disabledReason: null },
      ...{ createdAt: '2026-10-05T08:00:00.000Z', updatedAt: '2026-10-05T08:00:00.000Z' },
    });
    const read = await client.get(path);
    expect(read.body.data).toEqual(data);
    expect((await client.patch(path, { isEnabled: false }, { ifMatch: etag })).status).toBe(200);
  });

  it('201: the URL is shown as it is called', async () => {
    const { data, path, etag } = await createdEndpoint(client, { url: 'HTTPS://Campus.example:443/a/../hooks?x=a b' });
    expect(data.url).toBe('https://campus.example/hooks?x=a%20b');
    const answer = await client.patch(path, { url: 'https://campus.EXAMPLE/hooks?x=a%20b' }, { ifMatch: etag });
    expect(answer.body.data).toEqual(data);
  });

  it('201: a replay shows the endpoint, and no secret', async () => {
    const key = randomUUID();
    const [first, replay] = [
      await client.post('/webhook-endpoints', { url: HOOK_URL }, { key }),
      await client.post('/webhook-endpoints', { url: HOOK_URL }, { key }),
    ];
    expect([first.status, replay.status]).toEqual([201, 201]);
    expect(replay.body.data).toEqual({ ...first.body.data, secret: null });
  });

  it.each([
    [{ url: 'campus.example' }, '/url', 'invalid_string'],
    [{ url: 'ftp://campus.example/' }, '/url', 'invalid_value'],
    [{ url: 'https://ada:secret@campus.example/' }, '/url', 'invalid_value'],
    [{ url: 'https://campus.example/\r\nX' }, '/url', 'invalid_string'],
    [{ url: ' https://campus.example/' }, '/url', 'invalid_string'],
    [{ url: HOOK_URL, description: 'Display\u001b]0;' }, '/description', 'invalid_string'],
    [{ url: HOOK_URL, types: ['user.created', 'user.exploded'] }, '/types/1', 'invalid_enum'],
  ])('422: %j', async (body, pointer, code) => {
    const answer = await client.post('/webhook-endpoints', body);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer, code }]]);
  });
});
