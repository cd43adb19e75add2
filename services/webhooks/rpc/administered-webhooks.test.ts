import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { endpointChange } from '../../../test/support/resource-change.ts';
import { webhooks } from '../service.ts';
import { recordEvents } from '../store/record-events.ts';

const { createEndpoint, getEndpoint, updateEndpoint, deleteEndpoint } = EndpointService.method;
const { rotateEndpointSecret, listEndpointHealth } = EndpointService.method;
const { getDelivery, listDeliveries, listEventDeliveries, sendTestEvent, redeliver, replayEvents } =
  DeliveryService.method;
const { getEvent, listLatestEvents } = EventService.method;

let service: TestService;
let administrator: AdministratorActor;
let call: Call;
let stranger: Call;
beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
});
afterAll(() => service.stop());
beforeEach(() => {
  service.clock.set('2026-10-05T08:00:00.000Z');
  administrator = newAdministrator();
  call = service.call(administrator);
  stranger = service.call(newAdministrator());
});

function newAdministrator(): AdministratorActor {
  const [institutionId, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
  return { kind: 'administrator', institutionId, userId, name: 'Ada', sessionId, roles: ['owner'] };
}

async function newEndpoint(): Promise<string> {
  const { endpoint } = await call(createEndpoint, { endpoint: { url: 'http://127.0.0.1:9/hooks', isEnabled: true } });
  await service.sql('UPDATE endpoint_queues q SET answered_url = e.url FROM endpoints e WHERE e.id = q.endpoint_id');
  return endpoint?.id ?? '';
}

/** Records an event now. */
async function happen(type: string, resourceId: string = randomUUID()): Promise<string> {
  const id = randomUUID();
  const { institutionId, userId } = administrator;
  const event = {
    ...{ institutionId, id, type, resourceId, aggregateId: resourceId, changed: [], requestId: 'r' },
    ...{ occurredAt: '2026-10-05T08:00:00.000Z', actorId: userId, actorType: 'administrator' as const },
  };
  await service.runtime.db.transaction((tx) => recordEvents(tx, [event], service.clock.now()), { of: 'nobody' });
  return id;
}

it('one of another institution finds none of it', async () => {
  const endpointId = await newEndpoint();
  const { delivery } = await call(sendTestEvent, { endpointId });
  const id = delivery?.id ?? '';
  const eventId = await happen('user.updated');
  const change = { id: endpointId, precondition: { any: true } };
  const attempts = await Promise.allSettled<unknown>([
    stranger(getEndpoint, { id: endpointId }),
    stranger(updateEndpoint, { ...change, ...endpointChange({ isEnabled: false }) }),
    stranger(deleteEndpoint, change),
    stranger(rotateEndpointSecret, { id: endpointId }),
    stranger(listDeliveries, { endpointId, page: { size: 1 } }),
    stranger(getDelivery, { endpointId, id, withBody: true }),
    stranger(sendTestEvent, { endpointId }),
    stranger(redeliver, { endpointId, id }),
    stranger(replayEvents, { endpointId }),
  ]);
  expect(attempts.map((each) => (each.status === 'rejected' ? each.reason.code : 'done'))).toEqual(
    Array(9).fill('ENDPOINT_NOT_FOUND'),
  );
  await expect(stranger(getEvent, { id: eventId })).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  expect((await stranger(listLatestEvents, { size: 10 })).events).toEqual([]);
  expect((await stranger(listEndpointHealth, {})).endpoints).toEqual([]);
  const { eventId: sent = '' } = delivery ?? {};
  expect((await stranger(listEventDeliveries, { eventId: sent })).deliveries).toEqual([]);
  expect((await call(listEventDeliveries, { eventId: sent })).deliveries).toMatchObject([{ id }]);
});

describe('a replay of a period', () => {
  const replay = async (endpointId: string, period: object) =>
    (await call(replayEvents, { endpointId, ...period })).deliveries;
  const [seven, eight, nine] = ['07', '08', '09'].map((hour) => `2026-10-05T${hour}:00:00.000Z`);

  it('sends the events that were recorded in it', async () => {
    for (const at of [seven, eight, eight, nine]) {
      service.clock.set(at ?? '');
      await happen('user.updated');
    }
    const ends: [object, string][] = [
      [{ from: eight, to: nine }, '2-3'],
      [{ from: eight }, '2-4'],
      [{ to: eight }, '0-1'],
      [{ from: seven, to: nine, fromSequence: 3n }, '3-3'],
    ];
    for (const [period, range] of ends) {
      const endpointId = await newEndpoint();
      await replay(endpointId, period);
      const [row] = await service.sql(
        `SELECT replay_from || '-' || replay_to AS range FROM endpoint_queues WHERE endpoint_id = $1`,
        [endpointId],
      );
      expect(row).toEqual({ range });
    }
    expect(
      await replay(await newEndpoint(), { from: '2026-10-05T07:30:00.000Z', to: '2026-10-05T07:45:00.000Z' }),
    ).toBe(0);
  });

  it('is refused if it has too many events: it may begin later', async () => {
    await happen('user.updated');
    await service.sql(
      `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
       SELECT institution_id, n, recorded_at, gen_random_uuid(), type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id
       FROM events, generate_series(2, 10001) AS n WHERE institution_id = $1`,
      [administrator.institutionId],
    );
    await service.sql('UPDATE feed_heads SET sequence = 10001 WHERE institution_id = $1', [
      administrator.institutionId,
    ]);
    const endpointId = await newEndpoint();
    for (const [range, pointer] of [
      [{ from: eight }, '/from'],
      [{}, '/toSequence'],
    ] as const)
      await expect(replay(endpointId, range)).rejects.toMatchObject({ violations: [{ pointer, code: 'too_big' }] });
  });
});
