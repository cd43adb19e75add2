import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { ReceivingEndpoint } from '../../support/webhooks/receiving-endpoint.ts';

let endpoint: ReceivingEndpoint;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  endpoint = await ReceivingEndpoint.in(system);
});

describe('POST /webhook-endpoints/{id}/test', () => {
  it('202: a delivery of an event that is not in the feed; a replay is the same one', async () => {
    const key = randomUUID();
    const [first, replay] = [await endpoint.post('test', undefined, key), await endpoint.post('test', undefined, key)];
    expect([first.status, replay.status]).toEqual([202, 202]);
    expect(replay.body.data).toEqual(first.body.data);
    expect(first.body.data).toMatchObject({ eventType: 'webhook.test', status: 'pending' });
    await endpoint.settled('succeeded');
    const [event] = endpoint.events;
    expect(event).toMatchObject({
      ...{ id: first.body.data.eventId, type: 'webhook.test', sequence: 0, changed: null },
      resource: { type: 'webhook_endpoint', path: `/api/v4${endpoint.path}` },
      actor: { type: 'integration' },
      requestId: first.headers.get('x-request-id'),
    });
    expect((await endpoint.client.get(`/events/${event.id}`)).status).toBe(404);
    expect(endpoint.receiver.requests).toHaveLength(1);
  });
});
