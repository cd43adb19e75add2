import { describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint } from '../../support/test-webhooks.ts';

const system = await TestSystem.start();
const { client } = await system.newInstitution();

describe('DELETE /webhook-endpoints/{id}', () => {
  it('204: then 404', async () => {
    const { path, etag } = await createdEndpoint(client);
    expect((await client.send('DELETE', path, { ifMatch: etag })).status).toBe(204);
    expect((await client.send('DELETE', path, { ifMatch: etag })).status).toBe(404);
    expect((await client.get(path)).status).toBe(404);
  });
});
