import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import {
  type RecordRequestsRequestSchema,
  RequestService,
  UsageInterval,
  UsageOfIntegrationSchema,
} from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { tokenOf } from '../../../test/support/calls/test-identities.ts';
import { activity } from '../service.ts';
import { recordBatch } from '../store/record-batch.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
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
  actor = { kind: 'integration', ...owner, createdBy: null };
});

type Owner = typeof owner;
const identityOf = (each: Owner, claims = {}) => tokenOf({ kind: 'integration', createdBy: null, ...each }, { claims });
const shownOf = (each: Owner) => identityOf(each, { kind: 'client' });
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
    identities: integrations.map((each) => identityOf(each)),
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

  it('whose form is invalid records nothing', async () => {
    const batch = batchOf(1);
    const bad = { ...batch, usage: [...batch.usage, { institutionId: 'x', integrationId: 'y' }] };
    await expect(record(bad)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await listed()).toEqual([]);
    expect(await usage()).toEqual([]);
  });
});

describe('a record', () => {
  const HOUR_MS = 60 * 60 * 1_000;
  const at = (ms: number) => new Date(service.clock.now() + ms).toISOString();
  it('that no column can hold is left out, and costs no other', async () => {
    const requests = [{}, { path: '/\0' }, {}].map((each) => ({ ...owner, ...newRequest(), ...each }));
    await record({ ...batchOf(2), requests: jsonOf(requests) });
    expect(new Set(await listed())).toEqual(new Set([requests[0]?.requestId, requests[2]?.requestId]));
    expect(await usage()).toEqual([[2, 0, 20]]);
  });

  it('is not believed without an identity of its integration, nor are sums', async () => {
    const stranger = { institutionId: randomUUID(), integrationId: randomUUID() };
    const others = [
      [],
      ['forged', `${identityOf(owner)}x`],
      [identityOf(stranger)],
      [identityOf({ ...owner, institutionId: stranger.institutionId })],
      [identityOf({ ...owner, integrationId: stranger.integrationId })],
    ];
    for (const identities of others) await record({ ...batchOf(1), identities });
    const { identities } = batchOf(1, [stranger]);
    await record({ ...batchOf(1, [owner, stranger]), identities });
    expect([await listed(), await usage()]).toEqual([[], []]);
    const ofStranger: TenantActor = { kind: 'integration', ...stranger, createdBy: null };
    expect([await listed(ofStranger), await usage(ofStranger)]).toEqual([[expect.any(String)], [[1, 0, 10]]]);
  });

  it('is believed for the time of the identity, also after that has expired', async () => {
    const seconds = Math.floor(service.clock.now() / 1_000);
    const identities = [identityOf(owner, { iat: seconds - 3_660, exp: seconds - 3_600 })];
    const requests = [-3_630_000, -3_000_000, 0, HOUR_MS, 9e12 - service.clock.now()].map((ms) => ({
      ...{ ...owner, ...newRequest(), time: at(ms) },
    }));
    await record({ batchId: systemIds.newId(), requests: jsonOf(requests), identities });
    expect(await listed()).toEqual([requests[0]?.requestId]);
  });

  it('proves nothing as the identity of a caller', async () => {
    const verifier = service.runtime.verifier as NonNullable<typeof service.runtime.verifier>;
    const token = shownOf(owner);
    expect(await verifier.read(token)).toMatchObject({ who: { kind: 'client', ...owner } });
    for (let times = 0; times < 2; times++)
      await expect((async () => verifier.verify(token))()).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
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
  const tell = (bytes: bigint) =>
    record({
      ...{ batchId: systemIds.newId(), identities: [identityOf(owner)] },
      usage: [{ ...owner, hours: hours(bytes) }],
    });
  for (let times = 0; times < 10; times++) await tell(most);
  for (const beyond of [most + 1n, 2n ** 63n - 1n, -(2n ** 63n)]) await tell(beyond);
  await record(batchOf(1));
  expect(await usage()).toEqual([[11, 0, Number.MAX_SAFE_INTEGER]]);
});

it('of many batches for the same rows at once none is lost and none fails, in whatever order they name them', async () => {
  const others = Array.from({ length: 100 }, () => ({ ...owner, integrationId: randomUUID() }));
  const operator: TenantActor = { kind: 'operator', institutionId: owner.institutionId };
  const { db } = service.runtime;
  for (let round = 0; round < 10; round++) {
    const batches = Array.from({ length: 4 }, (_, n) => batchOf(1, n % 2 === 0 ? others : others.toReversed()));
    // Without the command, which would begin again after a deadlock.
    await Promise.all(
      batches.map(({ batchId, usage }) => {
        const sums = usage.map((each) => create(UsageOfIntegrationSchema, each));
        return db.transaction((tx) => recordBatch(tx, { batchId, requests: [], usage: sums }, service.clock.now()));
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
