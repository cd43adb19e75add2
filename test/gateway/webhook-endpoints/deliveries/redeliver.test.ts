import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { newUser } from '../../../support/test-directory.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { ReceivingEndpoint } from '../../../support/webhooks/receiving-endpoint.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

it('POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver: 202: pending, and sent again; 404 for an unknown one', async () => {
  const endpoint = await ReceivingEndpoint.in(system);
  await newUser(endpoint.client);
  const [delivery] = await endpoint.settled('succeeded');
  const answer = await endpoint.post(`deliveries/${delivery.id}/redeliver`);
  expect([answer.status, answer.body.data]).toMatchObject([202, { id: delivery.id, status: 'pending' }]);
  await endpoint.received(2);
  await endpoint.settled('succeeded');
  expect((await endpoint.client.get(`${endpoint.path}/deliveries/${delivery.id}`)).body.data.attempts).toHaveLength(2);
  expect((await endpoint.post(`deliveries/${randomUUID()}/redeliver`)).status).toBe(404);
});
