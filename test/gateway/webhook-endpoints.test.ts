import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';

const URL = 'https://campus.example/hooks';
const PATH = '/webhook-endpoints';

let system: TestSystem;
let client: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  [{ client }, { client: stranger }] = await Promise.all([system.newInstitution(), system.newInstitution()]);
});
afterAll(() => system.stop());

async function newEndpoint(body: object = {}) {
  const answer = await client.post(PATH, { url: URL, ...body });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  const { secret, ...data } = answer.body.data;
  return { data, secret, path: `${PATH}/${data.id}`, etag: answer.headers.get('etag') ?? '' };
}

describe('POST /webhook-endpoints', () => {
  it('201: the endpoint with its secret, which no read shows', async () => {
    const { data, secret, path, etag } = await newEndpoint({ description: 'Display', types: ['user.created'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(data).toMatchObject({
      ...{ url: URL, description: 'Display', types: ['user.created'], isEnabled: true, disabledReason: null },
      ...{ createdAt: '2026-10-05T08:00:00.000Z', updatedAt: '2026-10-05T08:00:00.000Z' },
    });
    const read = await client.get(path);
    expect(read.body.data).toEqual(data);
    expect((await client.patch(path, { isEnabled: false }, { ifMatch: etag })).status).toBe(200);
  });

  it('201: the URL is shown as it is called', async () => {
    const { data, path, etag } = await newEndpoint({ url: 'HTTPS://Campus.example:443/a/../hooks?x=a b' });
    expect(data.url).toBe('https://campus.example/hooks?x=a%20b');
    const answer = await client.patch(path, { url: 'https://campus.EXAMPLE/hooks?x=a%20b' }, { ifMatch: etag });
    expect(answer.body.data).toEqual(data);
  });

  it('a replay shows the endpoint, and no secret', async () => {
    const key = randomUUID();
    const [first, replay] = [
      await client.post(PATH, { url: URL }, { key }),
      await client.post(PATH, { url: URL }, { key }),
    ];
    expect([first.status, replay.status]).toEqual([201, 201]);
    expect(replay.body.data).toEqual({ ...first.body.data, secret: null });
  });

  it.each([
    [{}, '/url', 'required'],
    [{ url: 'campus.example' }, '/url', 'invalid_string'],
    [{ url: 'ftp://campus.example/' }, '/url', 'invalid_value'],
    [{ url: 'https://ada:secret@campus.example/' }, '/url', 'invalid_value'],
    [{ url: 'https://campus.example/\r\nX' }, '/url', 'invalid_string'],
    [{ url: ' https://campus.example/' }, '/url', 'invalid_string'],
    [{ url: URL, description: 'Display\u001b]0;' }, '/description', 'invalid_string'],
    [{ url: URL, types: ['user.created', 'user.exploded'] }, '/types/1', 'invalid_enum'],
    [{ url: URL, description: '' }, '/description', 'too_small'],
    [{ url: URL, secret: 'whsec_mine' }, '/secret', 'unknown_field'],
  ])('422: %j', async (body, pointer, code) => {
    const answer = await client.post(PATH, body);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer, code }]]);
  });
});

describe('PATCH /webhook-endpoints/{id}', () => {
  it('200: what is given changes, null clears, the rest stays', async () => {
    const { data, path, etag } = await newEndpoint({ description: 'Display', types: ['user.created'] });
    system.clock.advance(1_000);
    const change = { url: `${URL}/2`, types: [], isEnabled: false };
    const answer = await client.patch(path, { ...change, description: null }, { ifMatch: etag });
    const { timestamp: updatedAt } = answer.body.meta;
    expect([answer.status, answer.body.data]).toEqual([200, { ...data, ...change, description: null, updatedAt }]);
    for (const wrong of [{ url: 'no' }, { url: `${URL}\n` }, { description: 'a\tb' }])
      expect((await client.patch(path, wrong, { ifMatch: '*' })).status).toBe(422);
  });

  it('428 without If-Match, 412 with that of another state', async () => {
    const { path, etag } = await newEndpoint();
    expect((await client.patch(path, { isEnabled: false })).status).toBe(428);
    expect((await client.patch(path, { isEnabled: false }, { ifMatch: etag })).status).toBe(200);
    expect((await client.patch(path, { isEnabled: true }, { ifMatch: etag })).status).toBe(412);
  });
});

it('POST /webhook-endpoints/{id}/rotate-secret: 200 with another secret, none in a replay', async () => {
  const { path, secret } = await newEndpoint();
  const key = randomUUID();
  const rotated = await client.send('POST', `${path}/rotate-secret`, { key });
  expect(rotated.status).toBe(200);
  expect(rotated.body.data.secret).toMatch(/^whsec_/);
  expect(rotated.body.data.secret).not.toBe(secret);
  expect((await client.send('POST', `${path}/rotate-secret`, { key })).body.data.secret).toBeNull();
});

it('DELETE /webhook-endpoints/{id}: 204, then 404', async () => {
  const { path, etag } = await newEndpoint();
  expect((await client.send('DELETE', path, { ifMatch: etag })).status).toBe(204);
  expect((await client.send('DELETE', path, { ifMatch: etag })).status).toBe(404);
  expect((await client.get(path)).status).toBe(404);
});

it('another institution sees and changes none of them', async () => {
  const { path } = await newEndpoint();
  expect((await stranger.get(PATH)).body.data).toEqual([]);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.patch(path, { isEnabled: false }, { ifMatch: '*' })).status).toBe(404);
  expect((await stranger.send('DELETE', path, { ifMatch: '*' })).status).toBe(404);
  expect((await stranger.send('POST', `${path}/rotate-secret`)).status).toBe(404);
  expect((await client.get(path)).status).toBe(200);
});

it('GET /webhook-endpoints: all of them, by creation', async () => {
  const { client: lister } = await system.newInstitution();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    system.clock.advance(1_000);
    ids.push((await lister.post(PATH, { url: URL })).body.data.id);
  }
  expect((await lister.walk(PATH, { limit: '2' })).map(({ id }) => id)).toEqual(ids);
});
