import { Type } from 'typebox';
import { DAY_MS, fromInstantText, HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import {
  RequestService,
  UsageInterval,
  type Usage as UsageMessage,
} from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Choice, Instant } from '../../schema/types.ts';
import { Usage, type UsageView, usageExample } from '../../schema/usage.ts';

export const listUsage = listEndpoint({
  path: '/usage',
  operationId: 'listUsage',
  tag: 'Activity',
  service: 'activity',
  summary: 'List the usage of each hour or day',
  description:
    'Sums of the requests of your own integration, by `start`. Hours and days without requests are left out. Sums are kept for 13 months.',
  isExtension: true,
  filters: Type.Object({
    from: Instant('From the hour or day that this instant lies in.'),
    to: Instant('To this instant, at most 32 days after `from`.', '2026-10-02T08:00:00.000Z'),
    interval: Type.Optional(Choice(['hour', 'day'], 'The interval of each sum: an hour by default, or a day (UTC).')),
  }),
  item: Usage,
  example: usageExample,
  position: ({ start }) => ({ sort: start, id: '' }),
  async run({ filters: { from, to, interval }, page: { size, after }, call }) {
    const { usage } = await call(RequestService.method.getUsage, {
      from: after ? toInstantText(fromInstantText(after.sort) + INTERVAL_MS[interval ?? 'hour']) : from,
      to,
      interval: interval === 'day' ? UsageInterval.DAY : UsageInterval.HOUR,
    });
    return { items: usage.slice(0, size).map(usageView), hasMore: usage.length > size };
  },
});

const INTERVAL_MS = { hour: HOUR_MS, day: DAY_MS } as const;

function usageView(usage: UsageMessage): UsageView {
  const { start, p50Ms, p95Ms } = usage;
  return {
    start,
    requests: Number(usage.requests),
    byStatus: {
      '2xx': Number(usage.success),
      '3xx': Number(usage.redirection),
      '4xx': Number(usage.clientError),
      '5xx': Number(usage.serverError),
    },
    rateLimited: Number(usage.rateLimited),
    p50Ms,
    p95Ms,
    bytesIn: Number(usage.bytesIn),
    bytesOut: Number(usage.bytesOut),
    lost: Number(usage.lost),
  };
}
