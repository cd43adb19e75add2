import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { endpointChange } from '../../../test/support/resource-change.ts';
import { newIds, recordUpdates } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';

const { replayEvents } = DeliveryService.method;
const { createEndpoint, deleteEndpoint, updateEndpoint } = EndpointService.method;
const PER_DAY = 25;

let service: TestService;
let actor: TenantActor;
beforeAll(async () => {
  service = await startTestService(webhooks, { configuration: { MAX_REQUESTED_DELIVERIES_PER_DAY: PER_DAY } });
});
afterAll(() => service.stop());
beforeEach(() => {
  actor = { kind: 'operator', institutionId: randomUUID() };
  service.clock.set('2026-10-05T08:00:00.000Z');
});

/** An endpoint whose URL has answered with 2xx. */
async function newEndpoint(): Promise<string> {
  const { endpoint } = await service.call(actor)(createEndpoint, {
    endpoint: { url: 'http://127.0.0.1:9/hooks', isEnabled: true },
  });
  await service.sql('UPDATE endpoint_queues q SET answered_url = e.url FROM endpoints e WHERE e.id = q.endpoint_id');
  return endpoint?.id ?? '';
}

/** Records events before there are endpoints, so that none waits to be delivered. */
const happen = (count: number) => recordUpdates(service, actor.institutionId, newIds(count));

const replay = (endpointId: string, range: object = {}) =>
  service.call(actor)(replayEvents, { endpointId, fromSequence: 0n, ...range });
const replayOf = async (endpointId: string) => {
  const [row] = await service.sql<{ replay: string | null }>(
    `SELECT replay_from || '-' || replay_to AS replay FROM endpoint_queues WHERE endpoint_id = $1`,
    [endpointId],
  );
  return row?.replay;
};
const outcomesOf = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code)).toSorted();

describe('a replay', () => {
  it('runs alone at its endpoint, even if many are requested at once; at another one beside it', async () => {
    await happen(2);
    const [one, other] = [await newEndpoint(), await newEndpoint()];
    const outcomes = await outcomesOf(Array.from({ length: 8 }, () => replay(one)));
    expect(outcomes).toEqual([...Array(7).fill('ENDPOINT_REPLAYING'), 'done']);
    expect((await replay(other)).deliveries).toBe(2);
  });

  it('ends when its endpoint is disabled or deleted', async () => {
    await happen(2);
    const endpointId = await newEndpoint();
    await replay(endpointId);
    const change = { id: endpointId, precondition: { any: true } };
    await service.call(actor)(updateEndpoint, { ...change, ...endpointChange({ isEnabled: false }) });
    expect(await replayOf(endpointId)).toBeNull();
    await service.call(actor)(updateEndpoint, { ...change, ...endpointChange({ isEnabled: true }) });
    await replay(endpointId);
    await service.call(actor)(deleteEndpoint, change);
    expect(await replayOf(endpointId)).toBeUndefined();
  });

  it('is refused until the present URL has answered with 2xx', async () => {
    await happen(1);
    const endpointId = await newEndpoint();
    const moveTo = (url: string) =>
      service.call(actor)(updateEndpoint, { id: endpointId, precondition: { any: true }, ...endpointChange({ url }) });
    await moveTo('http://127.0.0.1:9/other');
    await expect(replay(endpointId)).rejects.toMatchObject({ code: 'ENDPOINT_UNPROVEN' });
    await moveTo('http://127.0.0.1:9/hooks');
    expect((await replay(endpointId)).deliveries).toBe(1);
  });
});

describe('the deliveries that an institution requests in a day', () => {
  it('are limited over all its endpoints, even if they are requested at once', async () => {
    await happen(10);
    const endpoints = await Promise.all(Array.from({ length: 6 }, newEndpoint));
    const outcomes = await outcomesOf(endpoints.map((endpointId) => replay(endpointId)));
    expect(outcomes).toEqual([...Array(4).fill('DELIVERIES_EXHAUSTED'), 'done', 'done']);
  });
});
