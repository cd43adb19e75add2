import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import { IntegrationUsageService } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import {
  type RecordRequestsRequestSchema,
  RequestService,
  UsageInterval,
  UsageOfIntegrationSchema,
} from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { activity } from '../service.ts';
import { recordBatch } from '../store/record-batch.ts';
import { requestRowsOf } from '../store/write-requests.ts';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const { recordRequests, listRequests, getUsage } = RequestService.method;

let service: TestService;
let owner: { institutionId: string; integrationId: string };
let actor: TenantActor;

beforeAll(async () => {
  service = await startTestService(activity, { service: 'own' });
});
afterAll(() => service.stop());
beforeEach(() => {
  owner = { institutionId: randomUUID(), integrationId: randomUUID() };
  actor = { kind: 'integration', ...owner, createdBy: null, grant: FULL };
});

const newRequest = () => ({
  ...{
    id: systemIds.newId(),
    requestId: randomUUID(),
    time: new Date(service.clock.now()).toISOString(),
    method: 'GET',
  },
  ...{ route: '/api/v4/users', path: '/api/v4/users', status: 200, durationMs: 1, bytesIn: 1, bytesOut: 10 },
  isReplay: false,
});
const batchOf = (count: number, integrations = [owner]) => {
  const requests = integrations.flatMap((each) => Array.from({ length: count }, () => ({ ...each, ...newRequest() })));
  const counts = { requests: count, rateLimited: 0, bytesIn: BigInt(count), bytesOut: BigInt(10 * count) };
  const hour = `${new Date(service.clock.now()).toISOString().slice(0, 13)}:00:00.000Z`;
  const routes = [{ route: '/api/v4/users', statusClass: 2, ...counts }];
  const hours = [{ hour, routes, durationsMs: requests.map(() => 1) }];
  return {
    batchId: systemIds.newId(),
    requests: jsonOf(requests),
    usage: integrations.map((each) => ({ ...each, hours })),
  };
};
const jsonOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const record = (batch: MessageInitShape<typeof RecordRequestsRequestSchema>) =>
  service.call(ANONYMOUS)(recordRequests, batch);
const listed = async (as = actor) =>
  (await service.call(as)(listRequests, { page: { size: 100 } })).requests.map(({ requestId }) => requestId);

/** The usage of all days around a test's. */
async function usage(as = actor) {
  const [from, to] = [-15, 15].map((days) => new Date(service.clock.now() + days * DAY_MS).toISOString());
  const answer = await service.call(as)(getUsage, { from: from ?? '', to: to ?? '', interval: UsageInterval.DAY });
  return answer.usage.map(({ requests, lost, bytesOut }) => [requests, lost, bytesOut].map(Number));
}

describe('a batch', () => {
  it('counts once, however often it is sent, and at once', async () => {
    const batch = batchOf(3);
    await Promise.all(Array.from({ length: 5 }, () => record(batch)));
    await record(batch);
    expect(await listed()).toHaveLength(3);
    expect(await usage()).toEqual([[3, 0, 30]]);
  });

  it('of several integrations, of two institutions, leads each to its own requests', async () => {
    const owners = [
      owner,
      { ...owner, integrationId: randomUUID() },
      { institutionId: randomUUID(), integrationId: randomUUID() },
    ];
    const batch = batchOf(3, owners);
    await record(batch);
    const sent: { integrationId: string; requestId: string }[] = JSON.parse(Buffer.from(batch.requests).toString());
    for (const each of owners) {
      const own = sent.filter(({ integrationId }) => integrationId === each.integrationId);
      const seen = await listed({ kind: 'integration', ...each, createdBy: null, grant: FULL });
      expect(seen.sort()).toEqual(own.map(({ requestId }) => requestId).sort());
    }
    expect(await listed({ kind: 'operator', institutionId: owner.institutionId })).toHaveLength(6);
  });

  it('may have counts alone', async () => {
    await record({ ...batchOf(3), requests: jsonOf([]) });
    expect(await listed()).toEqual([]);
    expect(await usage()).toEqual([[3, 0, 30]]);
  });

  it.each(['[', '{}', '"a"', '[null]', '[[]]', '[{"time":"x"}]', '\xff'])('of records %s is refused', async (text) => {
    const requests = Buffer.from(text, 'latin1');
    await expect(record({ ...batchOf(1), requests })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await usage()).toEqual([]);
  });

  it('whose form is invalid records nothing', async () => {
    const batch = batchOf(1);
    const bad = { ...batch, usage: [...batch.usage, { institutionId: 'x', integrationId: 'y' }] };
    await expect(record(bad)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await listed()).toEqual([]);
    expect(await usage()).toEqual([]);
  });
});

describe('uses of what is deprecated', () => {
  const { listDeprecatedUses } = IntegrationUsageService.method;
  const uses = async (as = actor) => (await service.call(as)(listDeprecatedUses, {})).uses;
  const use = (hoursAgo: number, own: object = {}) => {
    const at = service.clock.now() - (service.clock.now() % HOUR_MS) - hoursAgo * HOUR_MS;
    const deprecated = [{ feature: 'GET /old', since: OLD, anchor: 'old', requests: 1, ...own }];
    const hours = [{ hour: new Date(at).toISOString(), deprecated }];
    return record({ batchId: systemIds.newId(), usage: [{ ...owner, hours }] });
  };
  const OLD = '2026-01-01T00:00:00.000Z';

  it('are counted in the last day, and told for 31 days as they were declared last', async () => {
    await use(31 * 24 + 1, { feature: 'GET /older' });
    await use(30 * 24, { requests: 7 });
    await use(24, { requests: 2 });
    await use(24, { sunset: '2028-01-01T00:00:00.000Z', anchor: 'new' });
    await use(0, { feature: 'GET /users?old' });
    const [old, other, ...more] = await uses();
    expect(old).toMatchObject({ feature: 'GET /old', requests: 3n, sunset: '2028-01-01T00:00:00.000Z', anchor: 'new' });
    expect(old?.lastUsedAt).toBe(
      new Date(service.clock.now() - (service.clock.now() % HOUR_MS) - DAY_MS).toISOString(),
    );
    expect(other).toMatchObject({ feature: 'GET /users?old', requests: 1n, since: OLD });
    expect([other?.sunset, more]).toEqual([undefined, []]);
  });

  it('are those of the own integration, or of all of the institution', async () => {
    await use(0);
    const colleague: TenantActor = { ...actor, integrationId: randomUUID() } as TenantActor;
    expect(await uses(colleague)).toEqual([]);
    const administrator: TenantActor = {
      ...{ kind: 'administrator', institutionId: owner.institutionId, userId: randomUUID() },
      ...{ name: 'Ada', sessionId: randomUUID(), roles: ['integrations'] },
    };
    expect(await uses(administrator)).toMatchObject([{ integrationId: owner.integrationId, requests: 1n }]);
    expect(await uses({ ...administrator, institutionId: randomUUID() })).toEqual([]);
  });
});

it('sums that are too large stop there, and cost no other', async () => {
  const most = 2n ** 50n;
  const hours = (bytes: bigint) => {
    const [of] = batchOf(1).usage;
    return (of?.hours ?? []).map((hour) => ({
      ...hour,
      routes: hour.routes.map((route) => ({ ...route, bytesIn: 0n, bytesOut: bytes })),
    }));
  };
  for (let times = 0; times < 10; times++)
    await record({ batchId: systemIds.newId(), usage: [{ ...owner, hours: hours(most) }] });
  await record(batchOf(1));
  expect(await usage()).toEqual([[11, 0, Number.MAX_SAFE_INTEGER]]);
});

it('of many batches for the same rows at once none is lost and none fails, in whatever order they name them', async () => {
  const others = Array.from({ length: 100 }, () => ({ ...owner, integrationId: randomUUID() }));
  const operator: TenantActor = { kind: 'operator', institutionId: owner.institutionId };
  const { db } = service.runtime;
  const none = await requestRowsOf([]);
  for (let round = 0; round < 10; round++) {
    const batches = Array.from({ length: 4 }, (_, n) => batchOf(1, n % 2 === 0 ? others : others.toReversed()));
    // Without the command, which would begin again after a deadlock.
    await Promise.all(
      batches.map(({ batchId, usage }) => {
        const sums = usage.map((each) => create(UsageOfIntegrationSchema, each));
        return db.transaction((tx) => recordBatch(tx, { batchId, requests: none, usage: sums }, service.clock.now()), {
          of: 'nobody',
        });
      }),
    );
  }
  expect(await usage(operator)).toEqual([[10 * 4 * 100, 0, 10 * 4 * 100 * 10]]);
});

describe('records end', () => {
  const tidy = (configuration = {}) => {
    const { partitions = [], expiries = [] } = activity;
    const { runtime, clock } = service;
    return new Janitor({ db: runtime.db, clock, log: silentLogger, partitions, expiries, configuration }).tidy();
  };
  const pass = (days: number) => service.clock.advance(days * DAY_MS);
  const daysOf = async () =>
    (
      await service.sql<{ part: string }>(
        `SELECT DISTINCT tableoid::regclass::text AS part FROM request_chunks WHERE institution_id = $1 ORDER BY 1`,
        [owner.institutionId],
      )
    ).map(({ part }) => part);

  it('by whole days, fifteen days after theirs; their sums stay for thirteen months', async () => {
    pass(60);
    await tidy();
    const day = new Date(service.clock.now()).toISOString().slice(0, 10).replaceAll('-', '_');
    await record(batchOf(1));
    expect(await daysOf()).toEqual([`request_chunks_${day}`]);
    pass(15);
    await tidy();
    expect(await listed()).toHaveLength(1);
    pass(1);
    await tidy();
    expect(await listed()).toEqual([]);
    const sums = () =>
      service.sql('SELECT 1 FROM usage_routes JOIN usage_hours USING (institution_id) WHERE institution_id = $1', [
        owner.institutionId,
      ]);
    pass(380);
    await tidy();
    expect(await sums()).toHaveLength(1);
    pass(31);
    await tidy();
    expect(await sums()).toEqual([]);
  });

  it('after as many days as configured, also those of days without a partition', async () => {
    pass(40);
    await record(batchOf(1));
    expect(await daysOf()).toEqual(['request_chunks_other']);
    pass(2);
    await tidy({ REQUEST_RETENTION_DAYS: 2 });
    expect(await listed()).toHaveLength(1);
    pass(1);
    await tidy({ REQUEST_RETENTION_DAYS: 2 });
    expect(await listed()).toEqual([]);
  });

  it('and the ids of batches a day after them', async () => {
    const batch = batchOf(1);
    await record(batch);
    const known = () => service.sql('SELECT 1 FROM recorded_batches WHERE id = $1', [batch.batchId]);
    await tidy();
    expect(await known()).toHaveLength(1);
    pass(1);
    await tidy();
    expect(await known()).toEqual([]);
  });
});
