import { expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { createdEndpoint } from '../../support/test-webhooks.ts';

const system = await TestSystem.start();
const { client } = await system.newInstitution();

const FIELDS = ['id', 'url', 'description', 'types', 'isEnabled', 'disabledReason', 'createdAt', 'updatedAt'];

// The secret is in no read.
it('GET /webhook-endpoints/{id}: 200: exactly its fields', async () => {
  const { path } = await createdEndpoint(client);
  expect(Object.keys((await client.get(path)).body.data)).toEqual(FIELDS);
});
