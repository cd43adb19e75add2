import { DateTime } from 'luxon';
import type { RequestsInMinute } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { format, lineChart } from '../../components/chart.ts';
import type { Html } from '../../components/html.ts';
import type { Present } from '../../components/time.ts';
import { RATE_LIMIT } from './figures.ts';

/** The requests of each minute of the last hour against the limit. */
export function requestRate(minutes: readonly RequestsInMinute[], { timeZone }: Present): Html {
  const minuteOf = (start: string) => DateTime.fromISO(start, { zone: timeZone }).toFormat('HH:mm');
  const highest = minutes.reduce<RequestsInMinute | undefined>(
    (most, each) => (each.requests > (most?.requests ?? 0) ? each : most),
    undefined,
  );
  return lineChart({
    id: 'rate',
    title: 'Requests per minute',
    summary: `${highest ? `At most ${format(highest.requests)}, at ${minuteOf(highest.start)}` : 'None in the last hour'} · limit ${format(RATE_LIMIT)}`,
    unit: 'Minute',
    limit: RATE_LIMIT,
    points: minutes.map(({ start, requests }) => ({
      label: minuteOf(start),
      values: [requests],
    })),
  });
}
