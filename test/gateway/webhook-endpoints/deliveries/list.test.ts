import { afterAll, expect, it } from 'vitest';
import type { DeliveryView } from '../../../../gateway/schema/webhook-delivery.ts';
import { newUser } from '../../../support/test-directory.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { ReceivingEndpoint } from '../../../support/webhooks/receiving-endpoint.ts';

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

it('GET /webhook-endpoints/{id}/deliveries: 200: the newest first, page by page, and filtered by status and event', async () => {
  const endpoint = await ReceivingEndpoint.in(system);
  for (let i = 0; i < 3; i++) {
    system.clock.advance(1_000);
    await newUser(endpoint.client);
  }
  await endpoint.settled('succeeded', 3);
  const all = (await endpoint.client.walk(`${endpoint.path}/deliveries`, { limit: '2' })) as DeliveryView[];
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  expect(await endpoint.deliveries({ status: 'failed' })).toEqual([]);
  expect(await endpoint.deliveries({ eventId: all[1]?.eventId })).toEqual([all[1]]);
  expect(await endpoint.deliveries({ eventId: 'none' })).toEqual([]);
  expect((await endpoint.client.get(`${endpoint.path}/deliveries`, { query: { status: 'lost' } })).status).toBe(400);
});
