import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { IntegrationUsageService, LimitState } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { activity } from '../service.ts';
import { LATEST_CHUNKS } from '../store/integration-usage.ts';
import { storeRequests } from '../testing/store-requests.ts';

const { getRequestRate, listIntegrationUsage } = IntegrationUsageService.method;

let service: TestService;
let call: Call;
let institutionId: string;
let [ada, bob] = ['', ''];
const administratorOf = (institution: string): TenantActor => ({
  ...{ kind: 'administrator', institutionId: institution, userId: ada, name: 'Ada', sessionId: ada },
});
beforeAll(async () => {
  service = await startTestService(activity);
});
beforeEach(() => {
  [institutionId, ada, bob] = [randomUUID(), randomUUID(), randomUUID()];
  call = service.call(administratorOf(institutionId));
});

const sums = (integrationId: string, hour: string, statusClass: number, requests: number, rateLimited = 0) =>
  service.sql(`INSERT INTO usage_routes VALUES ($1, $2, $3, '/', $4, $5, $6, 0, 0)`, [
    ...[institutionId, integrationId, hour, statusClass, requests, rateLimited],
  ]);
/** Requests of which as much of the limit was left as the text says, at a time. */
const record = (integrationId: string, time: string, count: number, rateLimitRemaining: number | null = 900) =>
  storeRequests(
    service,
    { institutionId, integrationId },
    Array.from({ length: count }, () => ({ time: new Date(time).toISOString(), rateLimitRemaining })),
  );

describe('ListIntegrationUsage', () => {
  const usage = async (by = call) =>
    (await by(listIntegrationUsage, {})).integrations.map(({ $typeName, integrationId, ...counts }) => [
      integrationId === ada ? 'ada' : 'bob',
      ...Object.values(counts).map(Number),
    ]);

  it('has the sums of 24 hours of each integration, errors apart', async () => {
    await sums(ada, '2026-10-05T08:00:00Z', 2, 5);
    await sums(ada, '2026-10-05T08:00:00Z', 4, 3, 1);
    await sums(ada, '2026-10-04T08:00:00Z', 5, 2);
    await sums(ada, '2026-10-04T07:00:00Z', 2, 100);
    await sums(bob, '2026-10-05T07:00:00Z', 3, 1);
    expect((await usage()).toSorted()).toEqual([
      ['ada', 10, 5, 1, LimitState.OVER],
      ['bob', 1, 0, 0, LimitState.UNSPECIFIED],
    ]);
    expect(await usage(service.call(administratorOf(randomUUID())))).toEqual([]);
  });

  it('tells how little was left lately of the limit of an integration with many requests', async () => {
    await sums(ada, '2026-10-05T07:00:00Z', 2, 600);
    await sums(bob, '2026-10-05T07:00:00Z', 2, 499);
    await record(ada, '2026-10-05T07:30:00Z', 1, 120);
    await record(ada, '2026-10-05T07:35:00Z', 1, 150);
    await record(ada, '2026-10-05T07:40:00Z', 1, null);
    await record(ada, '2026-10-05T06:59:59Z', 1, 3);
    await record(bob, '2026-10-05T07:30:00Z', 1, 1);
    expect((await usage()).toSorted()).toEqual([
      ['ada', 600, 0, 0, 120, LimitState.NEAR],
      ['bob', 499, 0, 0, LimitState.UNSPECIFIED],
    ]);
    // One a second.
    const begin = Date.parse('2026-10-05T07:40:01Z');
    const times = Array.from({ length: LATEST_CHUNKS }, (_, n) => new Date(begin + n * 1_000).toISOString());
    const later = times.map((time) => ({ time, rateLimitRemaining: 700 }));
    await storeRequests(service, { institutionId, integrationId: ada }, later);
    expect((await usage()).toSorted()[0]).toEqual(['ada', 600, 0, 0, 700, LimitState.UNSPECIFIED]);
  });
});

describe('GetRequestRate', () => {
  const rate = async (integrationId: string, by = call) =>
    (await by(getRequestRate, { integrationId })).minutes.map(({ start, requests }) => [start.slice(11, 16), requests]);

  it('has the requests of each minute of the last hour', async () => {
    await record(ada, '2026-10-05T08:00:00Z', 2);
    await record(ada, '2026-10-05T07:59:59.999Z', 3);
    await record(ada, '2026-10-05T07:00:00Z', 2_001);
    await record(ada, '2026-10-05T06:59:59.999Z', 4);
    await record(bob, '2026-10-05T07:59:00Z', 5);
    const minutes = await rate(ada);
    expect(minutes).toHaveLength(61);
    expect(minutes.filter(([, requests]) => requests !== 0)).toEqual([
      ['07:00', 2_001],
      ['07:59', 3],
      ['08:00', 2],
    ]);
  });

  it('of an integration that the institution does not have is nothing', async () => {
    await record(ada, '2026-10-05T08:00:00Z', 2);
    const none = Array.from({ length: 61 }, () => [expect.any(String), 0]);
    for (const id of [randomUUID(), 'no-uuid']) expect(await rate(id)).toEqual(none);
    expect(await rate(ada, service.call(administratorOf(randomUUID())))).toEqual(none);
    expect((await rate(ada, service.call({ kind: 'operator', institutionId }))).at(-1)).toEqual(['08:00', 2]);
  });
});

it('is closed to integrations and calendar feeds', async () => {
  const callers: TenantActor[] = [
    { kind: 'integration', institutionId, integrationId: ada, createdBy: null },
    { kind: 'feed', institutionId, feedId: ada, scope: { of: 'room', id: ada } },
  ];
  for (const by of callers.map((caller) => service.call(caller))) {
    await expect(by(listIntegrationUsage, {})).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
    await expect(by(getRequestRate, { integrationId: ada })).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  }
});
