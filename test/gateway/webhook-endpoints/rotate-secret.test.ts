import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint } from '../../support/test-webhooks.ts';

const system = await TestSystem.start();
const { client } = await system.newInstitution();

describe('POST /webhook-endpoints/{id}/rotate-secret', () => {
  it('200: another secret, none in a replay', async () => {
    const { path, secret } = await createdEndpoint(client);
    const key = randomUUID();
    const rotated = await client.send('POST', `${path}/rotate-secret`, { key });
    expect(rotated.status).toBe(200);
    expect(rotated.body.data.secret).toMatch(/^whsec_/);
    expect(rotated.body.data.secret).not.toBe(secret);
    expect((await client.send('POST', `${path}/rotate-secret`, { key })).body.data.secret).toBeNull();
  });
});
