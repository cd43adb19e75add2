import { afterAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint, HOOK_URL } from '../../support/test-webhooks.ts';

const system = await TestSystem.start({ platform: 'own' });
const [{ client }, { client: stranger }] = await Promise.all([system.newInstitution(), system.newInstitution()]);
afterAll(() => system.stop());

describe('PATCH /webhook-endpoints/{id}', () => {
  it('200: what is given changes, null clears, the rest stays', async () => {
    const { data, path, etag } = await createdEndpoint(client, { description: 'Display', types: ['user.created'] });
    system.clock.advance(1_000);
    const change = { url: `${HOOK_URL}/2`, types: [], isEnabled: false };
    const answer = await client.patch(path, { ...change, description: null }, { ifMatch: etag });
    const { timestamp: updatedAt } = answer.body.meta;
    expect([answer.status, answer.body.data]).toEqual([200, { ...data, ...change, description: null, updatedAt }]);
    for (const wrong of [{ url: 'no' }, { url: `${HOOK_URL}\n` }, { description: 'a\tb' }])
      expect((await client.patch(path, wrong, { ifMatch: '*' })).status).toBe(422);
  });

  it('428: without If-Match; 412 with that of another state', async () => {
    const { path, etag } = await createdEndpoint(client);
    expect((await client.patch(path, { isEnabled: false })).status).toBe(428);
    expect((await client.patch(path, { isEnabled: false }, { ifMatch: etag })).status).toBe(200);
    expect((await client.patch(path, { isEnabled: true }, { ifMatch: etag })).status).toBe(412);
  });

  it('404: an endpoint of another institution, which stays as it is', async () => {
    const { path, data } = await createdEndpoint(client);
    expect((await stranger.patch(path, { isEnabled: false }, { ifMatch: '*' })).status).toBe(404);
    expect((await client.get(path)).body.data).toEqual(data);
  });
});
