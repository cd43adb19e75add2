import { afterAll, expect, it } from 'vitest';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

it('DELETE /webhook-endpoints/{id}: 204: its deliveries end with it', async () => {
  const endpoint = await ReceivingEndpoint.in(system);
  endpoint.answerWith(500);
  await newUser(endpoint.client);
  await endpoint.received(1);
  expect((await endpoint.client.send('DELETE', endpoint.path, { ifMatch: '*' })).status).toBe(204);
  expect((await endpoint.client.get(`${endpoint.path}/deliveries`)).status).toBe(404);
});
