import type { AlertProofs } from '../alert-proof.ts';
import { deployedParts } from '../rules.ts';

const NO_TRAFFIC = 'without requests nothing fails; that none arrives, only a probe from outside can see';
const requests = (status: string, perMinute: number) => ({
  [`lyceum_http_requests_total{route="/api/v4/users", method="GET", status="${status}"}`]: `0+${perMinute}x120`,
});
const within = (le: string, perMinute: number) => ({
  [`lyceum_http_request_duration_seconds_bucket{le="${le}"}`]: `0+${perMinute}x30`,
});
const counter = (name: string, values: string, labels = '') => ({ [`${name}${labels}`]: values });
const calls = (code: string, perMinute: number) =>
  counter(
    'lyceum_rpc_client_calls_total',
    `0+${perMinute}x20`,
    `{service="gateway", target="directory", method="m", code="${code}"}`,
  );
const ready = (parts: readonly string[], value = '1x10') =>
  Object.fromEntries(parts.map((part) => [`lyceum_ready{service="${part}", instance="${part}"}`, value]));

/** What a service reports beside its readiness, each once; without the named one. */
function reports(service: string, without = ''): Record<string, string> {
  const labels = `{service="${service}", instance="${service}"}`;
  const names = ['migrations_applied', 'outbox_events', 'outbox_oldest_event_age_seconds', 'nats_connected'];
  const consumed = ['consumer_pending_events', 'consumer_oldest_event_age_seconds', 'dead_letters'];
  const due = ['webhook_oldest_due_age_seconds'];
  const consumes = ['directory', 'webhooks'].includes(service);
  const all = [...names, ...(consumes ? consumed : []), ...(service === 'webhooks' ? due : [])];
  const left = all.map((name) => `lyceum_${name}`).filter((name) => name !== without);
  return Object.fromEntries(left.map((name) => [`${name}${labels}`, '1x10']));
}

const otherReports = {
  ...ready(['directory', 'timetracking@b', 'webhooks', 'gateway', 'console']),
  ...reports('directory'),
  ...reports('timetracking@b'),
  'lyceum_nats_connected{service="gateway"}': '1x10',
};
/** What a caller tells of a part on another server. */
const callsToServerB = counter(
  'lyceum_rpc_client_addresses',
  '0x10',
  '{service="gateway", target="locations@b", state="live"}',
);

export const requestProofs: AlertProofs = {
  LyceumPartDown: {
    silence: 'it fires on silence itself',
    at: '3m',
    fires: { ...ready(deployedParts), ...callsToServerB },
    labels: { severity: 'critical', service: 'locations@b' },
    summary: 'No process of locations@b reports metrics.',
    quiet: { ...ready([...deployedParts, 'locations@b']), ...callsToServerB },
    fault: { outage: 'kill -9 directory' },
  },
  LyceumTargetDown: {
    silence: 'without a target there is no process: LyceumPartDown',
    at: '6m',
    fires: { 'up{job="lyceum/lyceum", instance="a"}': '0x10' },
    labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'a' },
    summary: 'a cannot be scraped.',
    quiet: { 'up{job="lyceum/lyceum", instance="a"}': '0x3 1x10', 'up{job="other"}': '0x10' },
    fault: { outage: 'kill -9 directory' },
  },
  LyceumNotReady: {
    at: '3m',
    fires: ready(['directory'], '0x10'),
    labels: { severity: 'critical', service: 'directory', instance: 'directory' },
    summary: 'directory on directory is not ready.',
    quiet: ready(['directory'], '0 0 1x10'),
    fault: { outage: 'SIGSTOP PostgreSQL' },
  },
  LyceumMetricMissing: {
    silence: 'it fires on silence itself',
    at: '3m',
    fires: { ...otherReports, ...reports('webhooks', 'lyceum_consumer_pending_events') },
    labels: { severity: 'critical', service: 'webhooks', metric: 'lyceum_consumer_pending_events' },
    summary: 'No process of webhooks reports lyceum_consumer_pending_events: its alerts cannot fire.',
    quiet: { ...otherReports, ...reports('webhooks') },
    fault: { outage: 'kill -9 NATS' },
  },
  LyceumCertificateEnds: {
    silence: 'an installation without TLS has no certificate; with it, LyceumPartDown',
    at: '6m',
    fires: { 'lyceum_tls_certificate_end_timestamp_seconds{service="locations", instance="a"}': '1209600x10' },
    labels: { severity: 'warning', service: 'locations', instance: 'a' },
    summary: 'The certificate that locations on a runs with ends within two weeks.',
    quiet: { 'lyceum_tls_certificate_end_timestamp_seconds{service="locations", instance="a"}': '2592000x10' },
    fault: { test: 'test/metrics/certificate.test.ts', shows: 'lyceum_tls_certificate_end_timestamp_seconds' },
  },
  LyceumMigrationBehind: {
    silence: 'LyceumMetricMissing: both numbers come from one query',
    at: '6m',
    fires: {
      'lyceum_migrations_expected{service="locations", instance="a"}': '4x10',
      'lyceum_migrations_applied{service="locations", instance="a"}': '3x10',
    },
    labels: { severity: 'critical', service: 'locations' },
    summary: 'The database of locations lacks migrations that its build needs.',
    quiet: {
      'lyceum_migrations_expected{service="locations", instance="old"}': '3x10',
      'lyceum_migrations_expected{service="locations", instance="new"}': '4x10',
      'lyceum_migrations_applied{service="locations", instance="new"}': '4x10',
    },
    fault: { outage: 'a migration that is missing' },
  },
  LyceumErrorRatio: {
    silence: NO_TRAFFIC,
    at: '70m',
    fires: { ...requests('200', 9800), ...requests('503', 200) },
    labels: { severity: 'critical' },
    summary: '2% of the requests fail with 5xx: more than the promise allows for long.',
    // Half a percent is five times what the promise allows, and ends within six hours' alert.
    quiet: { ...requests('200', 9950), ...requests('503', 50) },
    fault: { outage: 'kill -9 directory' },
  },
  LyceumLatency: {
    silence: NO_TRAFFIC,
    at: '16m',
    fires: { ...within('1', 98), ...within('2.5', 100), ...within('+Inf', 100) },
    labels: { severity: 'warning' },
    summary: '1 % of the requests take longer than 1.75s.',
    quiet: { ...within('1', 99), ...within('2.5', 100), ...within('+Inf', 100) },
    fault: { outage: 'a lock on the users' },
  },
  LyceumRequestsShed: {
    at: '11m',
    fires: counter('lyceum_http_requests_shed_total', '0+12x20', '{reason="wait"}'),
    labels: { severity: 'warning', reason: 'wait' },
    summary: 'The gateway sheds requests because of overload: wait.',
    quiet: counter('lyceum_http_requests_shed_total', '0+6x20', '{reason="wait"}'),
    fault: { outage: 'a lock on the users' },
  },
  LyceumReadersTooSlow: {
    at: '11m',
    fires: counter('lyceum_http_slow_readers_total', '0+12x20'),
    labels: { severity: 'warning' },
    summary: 'Clients are disconnected because they read their responses too slowly.',
    quiet: counter('lyceum_http_slow_readers_total', '0+6x20'),
    fault: { test: 'test/gateway/admission/unsent-answers.test.ts', shows: 'load().slowReaders > before' },
  },
  LyceumWriteAllowanceSpent: {
    at: '5m',
    fires: counter('lyceum_write_allowance_refusals_total', '0 0 1x10'),
    labels: { severity: 'warning' },
    summary: 'An integration has used up its write allowance. Its writes get 429 until midnight (UTC).',
    quietAt: '20m',
    quiet: counter('lyceum_write_allowance_refusals_total', '0 1x30'),
    fault: { outage: 'a client that writes too much' },
  },
  LyceumRateLimitLocal: {
    at: '6m',
    fires: counter('lyceum_rate_limit_local', '1x10', '{instance="a"}'),
    labels: { severity: 'warning', instance: 'a' },
    summary: 'The gateway a counts the rate limit on its own.',
    quiet: counter('lyceum_rate_limit_local', '1 1 0 1x10', '{instance="a"}'),
    fault: { outage: 'kill -9 NATS' },
  },
  LyceumRequestRecordsLost: {
    at: '5m',
    fires: counter('lyceum_request_records_lost_total', '0 0 3x10'),
    labels: { severity: 'warning' },
    summary: 'Gateways lose records of requests.',
    quietAt: '20m',
    quiet: counter('lyceum_request_records_lost_total', '0 3x30'),
    fault: { test: 'gateway/activity/request-recorder.test.ts', shows: '{ recorded: 0, lost: 2, bytes: 0 }' },
  },
  LyceumCallsFail: {
    silence: 'a caller without calls notices nothing; that the target is away, LyceumPartDown says',
    at: '11m',
    fires: { ...calls('OK', 97), ...calls('UNAVAILABLE', 3) },
    labels: { severity: 'warning', service: 'gateway', target: 'directory' },
    summary: '3% of the calls from gateway to directory fail.',
    quiet: { ...calls('OK', 98), ...calls('UNAVAILABLE', 2), ...calls('NOT_FOUND', 50) },
    fault: { outage: 'kill -9 directory' },
  },
};
