import { DateTime } from 'luxon';
import { HOUR_MS, toInstantText } from '../../../platform/core/instant.ts';
import type { GetUsageResponse, Usage } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { barChart, format } from '../../components/chart.ts';
import { empty } from '../../components/empty.ts';
import { type Figure, figures } from '../../components/figures.ts';
import { section } from '../../components/heading.ts';
import { type Html, html } from '../../components/html.ts';
import { fieldValue, type Present } from '../../components/time.ts';
import { requestsPath } from '../requests/filter.ts';
import { milliseconds } from '../requests/requests-table.ts';

const HOURS = 24;

/** The hour of now and the 23 before it. */
export function lastDay({ now }: Present): { readonly from: string; readonly to: string } {
  return { from: toInstantText(now - (now % HOUR_MS) - (HOURS - 1) * HOUR_MS), to: toInstantText(now + 1) };
}

/** What was asked in the last day and how it was answered: figures, and a chart by hours. */
export function traffic({ usage, total }: GetUsageResponse, present: Present): Html {
  if (!total)
    return section(
      'figures',
      'Requests',
      empty({
        title: 'No requests in 24 hours',
        text: 'Requests appear here, hour by hour.',
      }),
    );
  return html`${section('figures', 'Requests', figures(figuresOf(total, present)))}${chart(usage, present)}`;
}

function figuresOf(total: Usage, present: Present): Figure[] {
  const { requests, clientError, serverError, rateLimited, lost, p50Ms, p95Ms } = total;
  const from = fieldValue(lastDay(present).from, present);
  const counted = (name: string, count: bigint, status?: string): Figure => ({
    name,
    value: format(Number(count)),
    unit: status !== undefined && requests > 0n && count > 0n && share(Number(count) / Number(requests)),
    href: requestsPath({ ...(status !== undefined && { status }), from }),
  });
  return [
    counted('All', requests),
    counted('Rejected', clientError, '4xx'),
    counted('Rate-limited', rateLimited, '429'),
    counted('Server errors', serverError, '5xx'),
    { name: 'Median', value: milliseconds(p50Ms), unit: 'ms' },
    { name: '95th percentile', value: milliseconds(p95Ms), unit: 'ms' },
    ...(lost > 0n ? [{ name: 'Lost', value: format(Number(lost)), unit: 'not recorded' }] : []),
  ];
}

function share(part: number): string {
  return part < 0.001 ? '< 0.1 %' : `${(part * 100).toFixed(1)} %`;
}

function chart(usage: readonly Usage[], present: Present): Html {
  const byStart = new Map(usage.map((each) => [each.start, each]));
  const first = Date.parse(lastDay(present).from);
  return barChart({
    id: 'hours',
    title: 'Requests per hour',
    unit: 'Hour',
    series: [
      { name: '2xx', look: 'c2' },
      { name: '3xx', look: 'c3' },
      { name: '4xx', look: 'c4' },
      { name: '5xx', look: 'c5' },
    ],
    points: Array.from({ length: HOURS }, (_, index) => {
      const start = toInstantText(first + index * HOUR_MS);
      const { success, redirection, clientError, serverError } = byStart.get(start) ?? NONE;
      return {
        label: DateTime.fromISO(start, { zone: present.timeZone, locale: 'en' }).toFormat('ccc HH:mm'),
        values: [success, redirection, clientError, serverError].map(Number),
      };
    }),
  });
}

const NONE = { success: 0n, redirection: 0n, clientError: 0n, serverError: 0n };
