import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { newUser } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

let endpoint: ReceivingEndpoint;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  endpoint = await ReceivingEndpoint.in(system);
});
afterEach(() => endpoint.receiver.end());

it('DELETE /webhook-endpoints/{id}: 204: its deliveries end with it', async () => {
  endpoint.answerWith(500);
  await newUser(endpoint.client);
  await endpoint.received(1);
  expect((await endpoint.client.send('DELETE', endpoint.path, { ifMatch: '*' })).status).toBe(204);
  expect((await endpoint.client.get(`${endpoint.path}/deliveries`)).status).toBe(404);
});
