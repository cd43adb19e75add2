import { afterAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint } from '../../support/test-webhooks.ts';

const system = await TestSystem.start({ platform: 'own' });
const { client } = await system.newInstitution();
afterAll(() => system.stop());

describe('GET /webhook-endpoints', () => {
  it('200: all of them, by creation', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      system.clock.advance(1_000);
      ids.push((await createdEndpoint(client)).data.id);
    }
    expect((await client.walk('/webhook-endpoints', { limit: '2' })).map(({ id }) => id)).toEqual(ids);
  });
});
