import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { UsageOfIntegrationSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { sumsOf } from './sums.ts';

const ADA = { institutionId: 'a', integrationId: 'ada' };
const hourOf = (hour: string) => `2026-10-05T${hour}:00:00.000Z`;
const COUNTS = { requests: 3, rateLimited: 1, bytesIn: 4n, bytesOut: 30n };

const USES = { feature: 'GET /old', since: '2026-01-01T00:00:00.000Z', anchor: 'old', requests: 2 };

describe('the sums of a batch', () => {
  it('are those of each hour, route and class of statuses, and of each hour', () => {
    const usage = create(UsageOfIntegrationSchema, {
      ...ADA,
      hours: [
        { hour: hourOf('07'), lost: 3 },
        {
          hour: hourOf('08'),
          routes: [
            { route: '/users', statusClass: 2, ...COUNTS },
            { statusClass: 4, ...COUNTS },
          ],
          durationsMs: [0.1, 0.1],
          deprecated: [USES],
        },
      ],
    });
    const counts = { ...COUNTS, bytesIn: 4, bytesOut: 30 };
    expect(sumsOf([usage])).toEqual({
      routes: [
        { ...ADA, hour: hourOf('08'), route: '', statusClass: 4, ...counts },
        { ...ADA, hour: hourOf('08'), route: '/users', statusClass: 2, ...counts },
      ],
      hours: [
        { ...ADA, hour: hourOf('07'), durations: [], lost: 3 },
        { ...ADA, hour: hourOf('08'), durations: [2], lost: 0 },
      ],
      uses: [{ ...ADA, hour: hourOf('08'), ...USES, sunset: null }],
    });
  });

  it('are in one order, whatever that of the batch', () => {
    const routes = ['/b', '/a'].flatMap((route) => [5, 2].map((statusClass) => ({ route, statusClass, ...COUNTS })));
    const hours = ['09', '08'].map((hour) => ({ hour: hourOf(hour), routes, lost: 1 }));
    const batch = [
      ['b', 'x'],
      ['a', 'z'],
      ['a', 'y'],
    ].map(([institutionId = '', integrationId = '']) =>
      create(UsageOfIntegrationSchema, { institutionId, integrationId, hours }),
    );
    const turned = batch.toReversed().map((usage) => ({
      ...usage,
      hours: usage.hours.toReversed().map((hour) => ({ ...hour, routes: hour.routes.toReversed() })),
    }));
    expect(sumsOf(turned)).toEqual(sumsOf(batch));
    expect(
      sumsOf(batch).hours.map(
        ({ institutionId, hour, integrationId }) => `${institutionId} ${hour.slice(11, 13)} ${integrationId}`,
      ),
    ).toEqual(['a 08 y', 'a 08 z', 'a 09 y', 'a 09 z', 'b 08 x', 'b 09 x']);
  });
});
