import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { newUser } from '../../../support/test-directory.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { ReceivingEndpoint } from '../../../support/webhooks/receiving-endpoint.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

it('GET /webhook-endpoints/{id}/deliveries/{deliveryId}: 200: with its attempts; 404 by another endpoint’s id', async () => {
  const endpoint = await ReceivingEndpoint.in(system);
  await newUser(endpoint.client);
  const [delivery] = await endpoint.settled('succeeded');
  const { body } = await endpoint.client.get(`${endpoint.path}/deliveries/${delivery.id}`);
  const { attempts, ...data } = body.data;
  expect(data).toEqual(delivery);
  expect(attempts).toEqual([
    { at: expect.any(String), durationMs: expect.any(Number), status: 204, error: null, response: '' },
  ]);
  const other = (await endpoint.client.post('/webhook-endpoints', { url: endpoint.receiver.url })).body.data.id;
  for (const wrong of [
    `${endpoint.path}/deliveries/${randomUUID()}`,
    `/webhook-endpoints/${other}/deliveries/${delivery.id}`,
  ])
    expect((await endpoint.client.get(wrong)).status).toBe(404);
});
