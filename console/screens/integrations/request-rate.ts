import { DateTime } from 'luxon';
import type { RequestsInMinute } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';
import { format, lineChart } from '../../components/chart.ts';
import type { Html } from '../../components/html.ts';
import type { Present } from '../../components/time.ts';

/** The requests of each minute of the last hour against the limit. */
export function requestRate(minutes: readonly RequestsInMinute[], { timeZone }: Present): Html {
  const highest = Math.max(0, ...minutes.map(({ requests }) => requests));
  return lineChart({
    id: 'rate',
    title: 'Requests per minute',
    summary: `Limit ${format(LIMIT)} · highest ${format(highest)} in the last hour`,
    unit: 'Minute',
    limit: LIMIT,
    points: minutes.map(({ start, requests }) => ({
      label: DateTime.fromISO(start, { zone: timeZone }).toFormat('HH:mm'),
      values: [requests],
    })),
  });
}

/** The requests that an integration may make in a minute (spec: Rate limit). */
const LIMIT = 1_000;
