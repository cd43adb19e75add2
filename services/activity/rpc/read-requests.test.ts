import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, TenantActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { activity } from '../service.ts';
import { MAX_SCANNED } from '../store/request-chunks.ts';
import { storeRequests } from '../testing/store-requests.ts';

interface Filter {
  readonly page?: { readonly size: number; readonly after?: { readonly sort: string; readonly id: string } };
  readonly integrationId?: string;
  readonly statusFrom?: number;
  readonly statusTo?: number;
  readonly method?: string;
  readonly requestId?: string;
}

let service: TestService;
let institutionId: string;
let [ada, bob] = ['', ''];

beforeAll(async () => {
  service = await startTestService(activity);
});
afterAll(() => service.stop());
beforeEach(() => {
  [institutionId, ada, bob] = [randomUUID(), randomUUID(), randomUUID()];
});

const as = (integrationId: string): TenantActor => ({
  kind: 'integration',
  institutionId,
  integrationId,
  createdBy: null,
  grant: FULL,
});
const operator = (): TenantActor => ({ kind: 'operator', institutionId });
const administratorOf = (institution: string): TenantActor => ({
  ...{ kind: 'administrator', institutionId: institution, userId: ada, name: 'Ada', sessionId: ada, roles: ['owner'] },
});

/** Records one request a minute, the last one at nine; all but the first with 200. */
async function recordMany(count: number, integrationId: string): Promise<void> {
  const timeOf = (n: number) => toInstantText(Date.parse('2026-10-05T09:00:00Z') - (count - n) * 60_000);
  const requests = Array.from({ length: count }, (_, n) => ({
    ...{ requestId: `r${n + 1}`, time: timeOf(n + 1), status: n === 0 ? 404 : 200 },
  }));
  await storeRequests(service, { institutionId, integrationId }, requests);
  await service.sql(`INSERT INTO usage_hours VALUES ($1, $2, '2026-10-05T08:00:00Z', '{0,3}', 2)`, [
    institutionId,
    integrationId,
  ]);
  await service.sql(`INSERT INTO usage_routes VALUES ($1, $2, '2026-10-05T08:00:00Z', '/', 2, 3, 0, 0, 0)`, [
    institutionId,
    integrationId,
  ]);
}

const list = (actor: Actor, filter: Filter = {}) =>
  service.call(actor)(RequestService.method.listRequests, { page: { size: 50 }, ...filter });
const idsOf = async (actor: Actor, filter: Filter = {}) =>
  (await list(actor, filter)).requests.map(({ integrationId, requestId }) => `${integrationId} ${requestId}`);

describe('who sees which requests', () => {
  beforeEach(async () => {
    await recordMany(2, ada);
    await recordMany(1, bob);
  });
  it('an operator or administrator of another institution none, though they name the integration', async () => {
    expect(await idsOf(administratorOf(randomUUID()), { integrationId: ada })).toEqual([]);
    const other: TenantActor = { kind: 'operator', institutionId: randomUUID() };
    expect(await idsOf(other, { integrationId: ada })).toEqual([]);
    expect(await idsOf({ ...other, kind: 'integration', integrationId: ada, createdBy: null, grant: FULL })).toEqual(
      [],
    );
  });

  it('usage: the same', async () => {
    const period = { from: '2026-10-05T08:30:00.000Z', to: '2026-10-05T09:00:00.000Z' };
    const usageOf = async (actor: Actor, integrationId?: string) =>
      (
        await service.call(actor)(RequestService.method.getUsage, {
          ...period,
          ...(integrationId && { integrationId }),
        })
      ).usage.map(({ requests, lost, p50Ms }) => [Number(requests), Number(lost), p50Ms]);
    expect(await usageOf(as(ada))).toEqual([[3, 2, 0.1]]);
    expect(await usageOf(as(ada), bob)).toEqual([[3, 2, 0.1]]);
    for (const actor of [operator(), administratorOf(institutionId)])
      expect(await usageOf(actor)).toEqual([[6, 4, 0.1]]);
    expect(await usageOf(administratorOf(bob), ada)).toEqual([]);
    expect(await usageOf(operator(), bob)).toEqual([[3, 2, 0.1]]);
    expect(await usageOf({ kind: 'operator', institutionId: randomUUID() }, ada)).toEqual([]);
  });
});

describe('a list', () => {
  it('of which few match goes on where its scan has ended', async () => {
    await recordMany(MAX_SCANNED + 61, ada);
    const filter = { method: 'PUT' };
    const { requests, hasMore, end } = await list(as(ada), filter);
    // A page of 50 and then those that are scanned; the record after them, of one a minute, is yet to come.
    expect([requests, hasMore, end?.sort]).toEqual([[], true, '2026-10-01T20:50:00.000Z']);
    const after = { sort: end?.sort ?? '', id: end?.id ?? '' };
    const rest = await list(as(ada), { ...filter, page: { size: 50, after } });
    expect([rest.requests, rest.hasMore, rest.end]).toEqual([[], false, undefined]);
    const found = await list(as(ada), { method: 'GET', statusFrom: 300, page: { size: 50, after } });
    expect(found.requests.map(({ requestId }) => requestId)).toEqual(['r1']);
  });

  it('has the requests of one second once each, in order, wherever a page ends', async () => {
    const [begin] = [Date.parse('2026-10-05T09:00:00Z')];
    const times = Array.from({ length: 40 }, (_, n) => toInstantText(begin + ((n * 7) % 20) * 150));
    for (let n = 0; n < times.length; n += 8) {
      const part = times.slice(n, n + 8).map((time, m) => ({ time, status: m % 3 ? 200 : 404 }));
      await storeRequests(service, { institutionId, integrationId: n % 16 ? ada : bob }, part);
    }
    const whole = (await list(operator(), { page: { size: 100 } })).requests;
    expect(whole.map(({ time }) => time)).toEqual(times.toSorted().reverse());
    for (const filter of [{}, { integrationId: ada }, { statusFrom: 400 }, { statusTo: 399, method: 'GET' }]) {
      const matching = whole.filter(
        ({ integrationId, status }) =>
          (filter.integrationId ?? integrationId) === integrationId &&
          status >= (filter.statusFrom ?? 0) &&
          status <= (filter.statusTo ?? 999),
      );
      for (const size of [1, 3, 7, 40]) {
        const seen: string[] = [];
        let after: { sort: string; id: string } | undefined;
        do {
          const { requests, hasMore, end } = await list(operator(), {
            ...filter,
            page: { size, ...(after && { after }) },
          });
          seen.push(...requests.map(({ id }) => id));
          const last = requests.at(-1);
          after = hasMore ? (end ?? (last && { sort: last.time, id: last.id })) : undefined;
        } while (after);
        expect(seen).toEqual(matching.map(({ id }) => id));
      }
    }
  });

  it('from and to cut seconds', async () => {
    const times = [0, 1, 999, 1_000, 1_001, 2_000].map((ms) => toInstantText(Date.parse('2026-10-05T09:00:00Z') + ms));
    await storeRequests(
      service,
      { institutionId, integrationId: ada },
      times.map((time) => ({ time })),
    );
    for (const from of times)
      for (const to of times) {
        const { requests } = await service.call(operator())(RequestService.method.listRequests, {
          ...{ from, to, page: { size: 50 } },
        });
        expect(requests.map(({ time }) => time)).toEqual(times.filter((time) => time >= from && time < to).reverse());
      }
  });
});

describe('a request id', () => {
  const find = async (requestId: string) =>
    (await service.call(operator())(RequestService.method.getRequest, { requestId })).request?.time;
  const store = (requestId: string, time: string) =>
    storeRequests(service, { institutionId, integrationId: ada }, [{ requestId, time }]);
  const names = () =>
    service.sql<{ request_id: string }>('SELECT request_id FROM named_requests WHERE institution_id = $1', [
      institutionId,
    ]);

  it('of the gateway leads to its request without being stored again, at the end of a second too', async () => {
    const id = systemIds.newRequestId();
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    for (const later of [0, 999]) {
      institutionId = randomUUID();
      const time = toInstantText(made + later);
      await store(id, time);
      expect([await find(id), await names()]).toEqual([time, []]);
    }
  });

  it.each([
    ['in the form of the gateway’s, of another time', () => '01a219a1-4ece-75e0-a14d-7dda2fbdad0a'],
    ['in its form, of the end of time', () => 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
    ['of any other form', () => 'job.7'],
  ])('%s leads to its latest request', async (_, idOf) => {
    const id = idOf();
    for (const time of ['2026-10-03T09:00:00.000Z', '2026-10-05T09:00:00.000Z', '2026-10-04T09:00:00.000Z'])
      await store(id, time);
    await store('another', '2026-10-05T09:00:00.500Z');
    expect(await find(id)).toBe('2026-10-05T09:00:00.000Z');
    expect((await list(operator(), { requestId: id })).requests).toHaveLength(3);
  });
});
