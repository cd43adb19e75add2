import type { Series } from '../alert-proof.ts';

interface RecordingProof {
  readonly at: string;
  readonly series: Series;
  /** What the recorded series have then, rounded to four digits. */
  readonly values: Readonly<Record<string, number>>;
}

const requests = (route: string, method: string, status: string, perMinute: number) => ({
  [`lyceum_http_requests_total{route="${route}", method="${method}", status="${status}"}`]: `0+${perMinute}x60`,
  [`lyceum_http_request_duration_seconds_count{route="${route}", method="${method}", status="${status}"}`]: `0+${perMinute}x60`,
});
const inTime = (method: string, le: string, perMinute: number) => ({
  [`lyceum_http_request_duration_seconds_bucket{route="/api/v4/users", method="${method}", status="200", le="${le}"}`]: `0+${perMinute}x60`,
});
/** @param name with the bucket's label, if it is one */
const shown = (name: string, perMinute: number, consumer = 'feed') => ({
  [`lyceum_consumer_lag_seconds_${name}service="webhooks", consumer="${consumer}"}`]: `0+${perMinute}x60`,
});
const due = (receivers: string, values: string) => ({
  [`lyceum_webhook_oldest_due_age_seconds{service="webhooks", receivers="${receivers}"}`]: values,
});

export const recordingProofs: readonly RecordingProof[] = [
  {
    at: '60m',
    series: {
      ...requests('/api/v4/users', 'GET', '200', 600),
      ...requests('/api/v4/users', 'POST', '201', 300),
      ...requests('/api/v4/users', 'POST', '409', 60),
      ...requests('/api/v4/users', 'GET', '503', 40),
      // Nobody's requests.
      ...requests('/readyz', 'GET', '503', 5000),
      ...inTime('GET', '0.25', 594),
      ...inTime('GET', '0.5', 600),
      ...inTime('POST', '0.5', 324),
    },
    values: {
      'lyceum:availability:ratio30d': 0.96,
      'lyceum:reads_in_time:ratio30d': 0.99,
      'lyceum:writes_in_time:ratio30d': 0.9,
    },
  },
  { at: '60m', series: requests('/api/v4/users', 'GET', '200', 60), values: { 'lyceum:availability:ratio30d': 1 } },
  {
    at: '60m',
    series: { ...shown('count{', 100), ...shown('bucket{le="5.0", ', 98), ...shown('count{', 900, 'archiving') },
    values: { 'lyceum:events_in_time:ratio30d': 0.98 },
  },
  {
    at: '60m',
    series: { ...shown('count{', 100), ...shown('bucket{le="5", ', 97) },
    values: { 'lyceum:events_in_time:ratio30d': 0.97 },
  },
  {
    at: '59m',
    series: { ...due('answering', '60x29 61x29'), ...due('troubled', '9000x60') },
    values: { 'lyceum:webhooks_on_time:ratio30d': 0.5 },
  },
  {
    at: '59m',
    series: { 'cnpg_pg_replication_streaming_replicas{pod="1"}': '2x14 1x14 0x29' },
    values: { 'lyceum:replicated:ratio30d': 0.5 },
  },
];
