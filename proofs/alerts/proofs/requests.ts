import { ALWAYS, type AlertProofs } from '../alert-proof.ts';

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

export const requestProofs: AlertProofs = {
  LyceumErrorRatio: {
    silence: NO_TRAFFIC,
    fires: {
      at: '70m',
      series: { ...requests('200', 9800), ...requests('503', 200) },
      labels: { severity: 'critical' },
      summary: '2% of the requests fail with 5xx: more than the promise allows for long.',
    },
    // Half a percent is five times what the promise allows, and ends within six hours' alert.
    quiet: { at: '70m', series: { ...requests('200', 9950), ...requests('503', 50) } },
    fault: { outage: 'kill -9 directory' },
  },
  LyceumLatency: {
    silence: NO_TRAFFIC,
    fires: {
      at: '16m',
      series: { ...within('1', 98), ...within('2.5', 100), ...within('+Inf', 100) },
      labels: { severity: 'warning' },
      summary: '1 % of the requests take longer than 1.75s.',
    },
    quiet: { at: '16m', series: { ...within('1', 99), ...within('2.5', 100), ...within('+Inf', 100) } },
    fault: { outage: 'a lock on the users' },
  },
  LyceumRequestsShed: {
    silence: ALWAYS,
    fires: {
      at: '11m',
      series: counter('lyceum_http_requests_shed_total', '0+12x20', '{reason="wait"}'),
      labels: { severity: 'warning', reason: 'wait' },
      summary: 'The gateway sheds requests because of overload: wait.',
    },
    quiet: { at: '11m', series: counter('lyceum_http_requests_shed_total', '0+6x20', '{reason="wait"}') },
    fault: { outage: 'a lock on the users' },
  },
  LyceumReadersTooSlow: {
    silence: ALWAYS,
    fires: {
      at: '11m',
      series: counter('lyceum_http_slow_readers_total', '0+12x20'),
      labels: { severity: 'warning' },
      summary: 'Clients are disconnected because they read their responses too slowly.',
    },
    quiet: { at: '11m', series: counter('lyceum_http_slow_readers_total', '0+6x20') },
    fault: { test: 'test/gateway/admission/unsent-answers.test.ts', shows: 'load().slowReaders > before' },
  },
  LyceumWriteAllowanceSpent: {
    silence: ALWAYS,
    fires: {
      at: '5m',
      series: counter('lyceum_write_allowance_refusals_total', '0 0 1x10'),
      labels: { severity: 'warning' },
      summary: 'An integration has used up its write allowance. Its writes get 429 until midnight (UTC).',
    },
    quiet: { at: '20m', series: counter('lyceum_write_allowance_refusals_total', '0 1x30') },
    fault: { outage: 'a client that writes too much' },
  },
  LyceumRateLimitLocal: {
    silence: ALWAYS,
    fires: {
      at: '6m',
      series: counter('lyceum_rate_limit_local', '1x10', '{instance="a"}'),
      labels: { severity: 'warning', instance: 'a' },
      summary: 'The gateway a counts the rate limit on its own.',
    },
    quiet: { at: '6m', series: counter('lyceum_rate_limit_local', '1 1 0 1x10', '{instance="a"}') },
    fault: { outage: 'kill -9 NATS' },
  },
  LyceumRequestRecordsLost: {
    silence: ALWAYS,
    fires: {
      at: '5m',
      series: counter('lyceum_request_records_lost_total', '0 0 3x10'),
      labels: { severity: 'warning' },
      summary: 'Gateways lose records of requests.',
    },
    quiet: { at: '20m', series: counter('lyceum_request_records_lost_total', '0 3x30') },
    fault: { test: 'gateway/activity/request-recorder.test.ts', shows: '{ recorded: 0, lost: 2, bytes: 0 }' },
  },
  LyceumCallsFail: {
    silence: 'a caller without calls notices nothing; that the target is away, LyceumPartDown says',
    fires: {
      at: '11m',
      series: { ...calls('OK', 97), ...calls('UNAVAILABLE', 3) },
      labels: { severity: 'warning', service: 'gateway', target: 'directory' },
      summary: '3% of the calls from gateway to directory fail.',
    },
    quiet: { at: '11m', series: { ...calls('OK', 98), ...calls('UNAVAILABLE', 2), ...calls('NOT_FOUND', 50) } },
    fault: { outage: 'kill -9 directory' },
  },
};
