import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { RequestsOfIntegrationSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { sumsOf } from './sums.ts';

interface Batch {
  readonly institutionId: string;
  readonly integrationId: string;
  readonly requests: readonly object[];
  readonly lost?: { readonly hour: string; readonly count: number }[];
}
const batchOf = (...integrations: Batch[]) =>
  integrations.map(({ requests, ...each }) =>
    create(RequestsOfIntegrationSchema, { ...each, requests: JSON.stringify(requests) }),
  );
const request = (time: string, more: object = {}) => ({
  ...{ time: `2026-10-05T${time}Z`, route: '/users', status: 200, durationMs: 0.1, bytesIn: 1, bytesOut: 10 },
  ...more,
});
const ADA = { institutionId: 'a', integrationId: 'ada' };

describe('the sums of a batch', () => {
  it('are those of each hour, route and class of statuses', () => {
    const requests = [
      request('08:00:00.000'),
      request('08:59:59.999', { status: 204, bytesOut: 0 }),
      request('09:00:00.000'),
      request('08:30:00.000', { status: 429 }),
      request('08:30:00.000', { status: 404 }),
      request('08:30:00.000', { route: undefined, status: 404 }),
    ];
    const { routes } = sumsOf(batchOf({ ...ADA, requests }));
    const [eight, nine] = ['2026-10-05T08:00:00.000Z', '2026-10-05T09:00:00.000Z'];
    const one = { ...ADA, requests: 1, rateLimited: 0, bytesIn: 1, bytesOut: 10 };
    expect(routes).toEqual([
      { ...one, hour: eight, route: '/users', statusClass: 2, requests: 2, bytesIn: 2 },
      { ...one, hour: eight, route: '', statusClass: 4 },
      { ...one, hour: eight, route: '/users', statusClass: 4, requests: 2, rateLimited: 1, bytesIn: 2, bytesOut: 20 },
      { ...one, hour: nine, route: '/users', statusClass: 2 },
    ]);
  });

  it('have the durations of each hour, and what was lost, also of hours without a request', () => {
    const requests = [request('08:00:00.000'), request('08:10:00.000')];
    const lost = ['07', '08'].map((hour) => ({ hour: `2026-10-05T${hour}:00:00.000Z`, count: 3 }));
    expect(sumsOf(batchOf({ ...ADA, requests, lost })).hours).toEqual([
      { ...ADA, hour: '2026-10-05T07:00:00.000Z', durations: [], lost: 3 },
      { ...ADA, hour: '2026-10-05T08:00:00.000Z', durations: [2], lost: 3 },
    ]);
  });

  it('are in one order, whatever that of the batch', () => {
    const of = (institutionId: string, integrationId: string) => ({
      ...{ institutionId, integrationId },
      requests: ['09:00:00.000', '08:00:00.000'].flatMap((time) => [
        request(time),
        request(time, { route: '/b' }),
        request(time, { status: 500 }),
      ]),
    });
    const all = [of('b', 'x'), of('a', 'z'), of('a', 'y')];
    const batch = batchOf(...all);
    const turned = batchOf(...all.map((each) => ({ ...each, requests: each.requests.toReversed() })).toReversed());
    expect(sumsOf(turned)).toEqual(sumsOf(batch));
    expect(
      sumsOf(batch).hours.map(
        ({ institutionId, hour, integrationId }) => `${institutionId} ${hour.slice(11, 13)} ${integrationId}`,
      ),
    ).toEqual(['a 08 y', 'a 08 z', 'a 09 y', 'a 09 z', 'b 08 x', 'b 09 x']);
  });
});
