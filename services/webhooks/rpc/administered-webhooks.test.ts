import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { AdministratorActor } from '../../../platform/core/actor.ts';
import { AuditService } from '../../../proto/gen/lyceum/webhooks/v1/audit_pb.ts';
import { DeliveryService } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { endpointChange } from '../../../test/support/resource-change.ts';
import { webhooks } from '../service.ts';
import { recordEvents } from '../store/record-events.ts';

const { createEndpoint, getEndpoint, listEndpoints, updateEndpoint, deleteEndpoint } = EndpointService.method;
const { rotateEndpointSecret, listEndpointHealth } = EndpointService.method;
const { getDelivery, listDeliveries, listEventDeliveries, sendTestEvent, redeliver, replayEvents } =
  DeliveryService.method;
const { getEvent, listLatestEvents, listEventTypes } = EventService.method;

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
  return { kind: 'administrator', institutionId, userId, name: 'Ada', sessionId };
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
  await service.runtime.db.transaction((tx) => recordEvents(tx, [event], service.clock.now()));
  return id;
}

it('an administrator manages endpoints, and audit records say so', async () => {
  const id = await newEndpoint();
  const change = { id, precondition: { any: true } };
  await call(updateEndpoint, { ...change, ...endpointChange({ description: 'CRM', isEnabled: false }) });
  expect((await call(getEndpoint, { id })).endpoint).toMatchObject({ description: 'CRM', isEnabled: false });
  expect((await call(rotateEndpointSecret, { id })).secret).toMatch(/^whsec_/);
  await call(deleteEndpoint, change);
  expect((await call(listEndpoints, { page: { size: 20 } })).endpoints).toEqual([]);
  const { records } = await call(AuditService.method.listAuditRecords, { page: { size: 20 } });
  expect(
    records.map(({ operation, actorName, changes }) => [
      `${actorName} ${operation.replace(/.*\//, '')}`,
      changes.map(({ name, before, after }) => [name, before, after]),
    ]),
  ).toEqual([
    ['Ada DeleteEndpoint', expect.arrayContaining([['description', '"CRM"', undefined]])],
    ['Ada RotateEndpointSecret', []],
    [
      'Ada UpdateEndpoint',
      [
        ['description', 'null', '"CRM"'],
        ['isEnabled', 'true', 'false'],
      ],
    ],
    ['Ada CreateEndpoint', expect.arrayContaining([['types', undefined, '[]']])],
  ]);
  expect(JSON.stringify(records, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
    /whsec_|sealed/,
  );
});

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

describe('a delivery', () => {
  it('has its body if it is asked for, that of its event or its own', async () => {
    const endpointId = await newEndpoint();
    const { delivery } = await call(sendTestEvent, { endpointId });
    const id = delivery?.id ?? '';
    expect((await call(getDelivery, { endpointId, id })).body).toBeUndefined();
    const { body } = await call(getDelivery, { endpointId, id, withBody: true });
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'webhook.test' });

    const eventId = await happen('user.updated');
    await service.sql('UPDATE deliveries SET body = NULL, event_id = $2 WHERE id = $1', [id, eventId]);
    const ofEvent = await call(getDelivery, { endpointId, id, withBody: true });
    expect(JSON.parse(ofEvent.body ?? '')).toMatchObject({
      id: eventId,
      type: 'user.updated',
      actor: { type: 'administrator', id: administrator.userId },
    });
    await service.sql('DELETE FROM events WHERE id = $1', [eventId]);
    expect((await call(getDelivery, { endpointId, id, withBody: true })).body).toBeUndefined();
  });
});

describe('the last attempts', () => {
  it('come with deliveries, without what was answered', async () => {
    const endpointId = await newEndpoint();
    const { delivery: tried } = await call(sendTestEvent, { endpointId });
    await call(sendTestEvent, { endpointId });
    for (const number of [1, 2])
      await service.sql(
        `INSERT INTO delivery_attempts (institution_id, delivery_id, number, at, duration_ms, status, response)
         VALUES ($1, $2, $3, '2026-10-05T08:00:00Z', 80 + $3, 503, 'private')`,
        [administrator.institutionId, tried?.id, number],
      );
    const { deliveries } = await call(listDeliveries, { endpointId, page: { size: 10 } });
    const lastAttempt = { durationMs: 82, status: 503, at: '2026-10-05T08:00:00.000Z' };
    const [second, first] = deliveries.toSorted((a, b) => a.attemptCount - b.attemptCount);
    expect(second).toMatchObject({ attemptCount: 0 });
    expect(second?.lastAttempt).toBeUndefined();
    expect(first).toMatchObject({ id: tried?.id, attemptCount: 2, lastAttempt });
    expect(first?.lastAttempt?.response).toBeUndefined();
    expect((await call(listEventDeliveries, { eventId: tried?.eventId ?? '' })).deliveries).toEqual([first]);
    expect((await call(getDelivery, { endpointId, id: tried?.id ?? '' })).delivery).toEqual(first);
    expect((await call(redeliver, { endpointId, id: tried?.id ?? '' })).delivery).toMatchObject({
      status: 'pending',
      attemptCount: 2,
      lastAttempt,
    });
  });

  it('are none of an event that nobody knows, nor of a deleted endpoint', async () => {
    const endpointId = await newEndpoint();
    const { delivery } = await call(sendTestEvent, { endpointId });
    await call(deleteEndpoint, { id: endpointId, precondition: { any: true } });
    for (const eventId of [delivery?.eventId ?? '', randomUUID(), 'no-uuid'])
      expect((await call(listEventDeliveries, { eventId })).deliveries).toEqual([]);
  });
});

it('ListEventTypes has every type of the feed, in their order', async () => {
  const { types } = await call(listEventTypes, {});
  expect(types).toContainEqual(
    expect.objectContaining({ type: 'session.auto_closed', resourceType: 'time_tracking_log' }),
  );
  const names = types.map(({ type }) => type);
  expect(names).toEqual([...names].sort());
  for (const type of names) await call(listLatestEvents, { size: 1, type });
});

describe('ListEndpointHealth', () => {
  it('has the newest delivery', async () => {
    const [used, unused] = [await newEndpoint(), await newEndpoint()];
    const { delivery } = await call(sendTestEvent, { endpointId: used });
    await service.sql(`UPDATE deliveries SET status = 'failed', next_attempt_at = NULL WHERE id = $1`, [delivery?.id]);
    service.clock.set('2026-10-05T08:01:00.000Z');
    await call(sendTestEvent, { endpointId: used });
    const { endpoints } = await call(listEndpointHealth, {});
    const newest = { lastDeliveryAt: '2026-10-05T08:01:00.000Z', lastDeliveryStatus: 'pending' };
    expect(endpoints.find(({ endpointId }) => endpointId === used)).toMatchObject(newest);
    expect(endpoints.find(({ endpointId }) => endpointId === unused)?.lastDeliveryAt).toBeUndefined();
  });

  it('tells since when an endpoint fails, and whether a replay runs', async () => {
    const [failing, replaying] = [await newEndpoint(), await newEndpoint()];
    await service.sql(
      `UPDATE endpoint_queues SET failing_since = '2026-10-05T07:00:00Z', last_failed_at = '2026-10-05T07:30:00Z' WHERE endpoint_id = $1`,
      [failing],
    );
    await service.sql('UPDATE endpoint_queues SET replay_from = 1, replay_to = 2 WHERE endpoint_id = $1', [replaying]);
    const { endpoints } = await call(listEndpointHealth, {});
    const times = { failingSince: '2026-10-05T07:00:00.000Z', lastFailedAt: '2026-10-05T07:30:00.000Z' };
    expect(endpoints.find(({ endpointId }) => endpointId === failing)).toMatchObject({ ...times, isReplaying: false });
    const other = endpoints.find(({ endpointId }) => endpointId === replaying);
    expect([other?.isReplaying, other?.failingSince]).toEqual([true, undefined]);
  });
});

describe('ListLatestEvents', () => {
  const list = async (request: object = {}) => {
    const { events, hasMore } = await call(listLatestEvents, { size: 10, ...request });
    return [events.map(({ sequence, type }) => `${sequence} ${type}`), hasMore];
  };
  const resourceId = randomUUID();
  beforeEach(async () => {
    for (const type of ['user.created', 'room.created', 'user.updated']) await happen(type, resourceId);
    await happen('user.updated');
  });

  it('has the newest first, page by page', async () => {
    expect(await list({ size: 3 })).toEqual([['4 user.updated', '3 user.updated', '2 room.created'], true]);
    expect(await list({ size: 3, beforeSequence: 2n })).toEqual([['1 user.created'], false]);
    expect(await list({ beforeSequence: 1n })).toEqual([[], false]);
  });

  it('is filtered by type, kind of resource and resource', async () => {
    expect(await list({ type: 'user.updated' })).toEqual([['4 user.updated', '3 user.updated'], false]);
    expect(await list({ resourceType: 'user', size: 2 })).toEqual([['4 user.updated', '3 user.updated'], true]);
    expect(await list({ resourceType: 'room', type: 'user.updated' })).toEqual([[], false]);
    expect(await list({ resourceId })).toEqual([['3 user.updated', '2 room.created', '1 user.created'], false]);
    expect(await list({ resourceId, type: 'room.created' })).toEqual([['2 room.created'], false]);
    expect(await list({ resourceId: 'no-uuid' })).toEqual([[], false]);
  });

  it.each([
    [{ type: 'user.exploded' }, '/type'],
    [{ resourceType: 'dragon' }, '/resourceType'],
    [{ size: 101 }, '/size'],
  ])('refuses %j', async (request, pointer) => {
    await expect(list(request)).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
  });
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

  it('is refused if it ends before it begins', async () => {
    const endpointId = await newEndpoint();
    await expect(replay(endpointId, { from: eight, to: eight })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/to' }],
    });
  });
});

it('lists of the console are closed to integrations and calendar feeds', async () => {
  const { institutionId, userId } = administrator;
  const callers = [
    { kind: 'integration', institutionId, integrationId: userId, createdBy: null },
    { kind: 'feed', institutionId, feedId: userId, scope: { of: 'room', id: userId } },
  ] as const;
  for (const by of callers.map((caller) => service.call(caller))) {
    await expect(by(listLatestEvents, { size: 1 })).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
    await expect(by(listEndpointHealth, {})).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  }
});
