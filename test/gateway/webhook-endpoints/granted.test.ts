import { afterAll, expect, it } from 'vitest';
import { limit, limitedClient } from '../../support/limited-client.ts';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint, HOOK_URL, newDelivery, newEndpoint } from '../../support/test-webhooks.ts';

/** The webhook endpoints of an integration that may see events of some areas. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const client = await limitedClient(system, school, { areas: ['events', 'users'] });
afterAll(() => system.stop());

it.each([
  [{}, '/types', 'required'],
  [{ types: [] }, '/types', 'required'],
  [{ types: ['user.created', 'course.created'] }, '/types/1', 'invalid_value'],
])('422: %j', async (given, pointer, code) => {
  const made = await client.post('/webhook-endpoints', { url: HOOK_URL, ...given });
  expect([made.status, made.body.errors]).toMatchObject([422, [{ pointer, code }]]);
  const { path } = await createdEndpoint(client, { types: ['user.created'] });
  const changed = await client.patch(path, { types: [], ...given }, { ifMatch: '*' });
  expect([changed.status, changed.body.errors]).toMatchObject([422, [{ pointer, code }]]);
  expect((await client.send('DELETE', path, { ifMatch: '*' })).status).toBe(204);
});

it('lists and touches those whose types all lie in its areas, and no others', async () => {
  const own = await createdEndpoint(client, { types: ['user.created', 'settings.updated'] });
  const all = await createdEndpoint(school.client);
  const mixed = await createdEndpoint(school.client, { types: ['user.created', 'course.created'] });
  const listed = (await client.get('/webhook-endpoints', { query: { limit: '1' } })).body;
  expect([listed.data, listed.pagination.has_more]).toEqual([[own.data], false]);
  for (const { path } of [all, mixed]) {
    const requests = [
      ['GET', '', {}],
      ['PATCH', '', { json: { url: 'https://elsewhere.example/' }, ifMatch: '*' }],
      ['DELETE', '', { ifMatch: '*' }],
      ['POST', '/rotate-secret', { key: true }],
      ['POST', '/test', { key: true }],
      ['POST', '/replay', { json: { fromSequence: 1 }, key: true }],
      ['GET', '/deliveries', {}],
    ] as const;
    for (const [method, below, request] of requests) {
      const { status, body } = await client.send(method, `${path}${below}`, request);
      expect([method, below, status, body?.code]).toEqual([method, below, 404, 'resource_not_found']);
    }
    expect((await school.client.get(path)).body.data.url).toBe(HOOK_URL);
  }
  expect((await client.post(`${own.path}/rotate-secret`, undefined)).status).toBe(200);
});

it('404: a delivery of another endpoint', async () => {
  const endpoint = await newEndpoint(school.client);
  const delivery = await newDelivery(school.client, endpoint);
  expect((await client.get(delivery)).status).toBe(200);
  const { headers } = await school.client.get(endpoint);
  const types = { types: ['course.created'] };
  await school.client.patch(endpoint, types, { ifMatch: headers.get('etag') ?? '' });
  expect((await client.get(delivery)).status).toBe(404);
  expect((await client.send('POST', `${delivery}/redeliver`)).status).toBe(404);
});

it('go on when the integration that made them is limited, which sees them no longer', async () => {
  const maker = await system.newClient(school.id);
  const { path } = await createdEndpoint(maker, { types: ['course.created'] });
  await limit(school, maker, { areas: ['events'] });
  expect((await maker.get(path)).status).toBe(404);
  expect((await school.client.get(path)).body.data.isEnabled).toBe(true);
});
