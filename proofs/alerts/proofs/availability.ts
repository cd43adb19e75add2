import { ALWAYS, type AlertProofs } from '../alert-proof.ts';
import { deployedParts } from '../deployed-parts.ts';

const ready = (parts: readonly string[], value = '1x10') =>
  Object.fromEntries(parts.map((part) => [`lyceum_ready{service="${part}", instance="${part}"}`, value]));

/** What a service reports beside its readiness, each once; without the named one. */
function reports(service: string, without = ''): Record<string, string> {
  const labels = `{service="${service}", instance="${service}"}`;
  const names = ['migrations_applied', 'outbox_events', 'outbox_oldest_event_age_seconds', 'nats_connected'];
  const consumed = ['consumer_pending_events', 'consumer_oldest_event_age_seconds', 'dead_letters'];
  const due = ['webhook_oldest_due_age_seconds'];
  const all = [...names, ...(service === 'webhooks' ? [...consumed, ...due] : [])];
  const left = all.map((name) => `lyceum_${name}`).filter((name) => name !== without);
  return Object.fromEntries(left.map((name) => [`${name}${labels}`, '1x10']));
}

const withoutDirectory = deployedParts.filter((part) => part !== 'directory');

export const availability: AlertProofs = {
  LyceumPartDown: {
    silence: 'it fires on silence itself',
    fires: {
      at: '3m',
      series: ready(withoutDirectory),
      labels: { severity: 'critical', service: 'directory' },
      summary: 'No process of directory reports metrics.',
    },
    quiet: { at: '3m', series: ready(deployedParts) },
    fault: { outage: 'kill -9 directory' },
  },
  LyceumTargetDown: {
    silence: 'without a target there is no process: LyceumPartDown',
    fires: {
      at: '6m',
      series: { 'up{job="lyceum/lyceum", instance="a"}': '0x10' },
      labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'a' },
      summary: 'a cannot be scraped.',
    },
    quiet: { at: '6m', series: { 'up{job="lyceum/lyceum", instance="a"}': '0x3 1x10', 'up{job="other"}': '0x10' } },
    fault: { outage: 'kill -9 directory' },
  },
  LyceumNotReady: {
    silence: ALWAYS,
    fires: {
      at: '3m',
      series: ready(['directory'], '0x10'),
      labels: { severity: 'critical', service: 'directory', instance: 'directory' },
      summary: 'directory on directory is not ready.',
    },
    quiet: { at: '3m', series: ready(['directory'], '0 0 1x10') },
    fault: { outage: 'SIGSTOP PostgreSQL' },
  },
  LyceumMetricMissing: {
    silence: 'it fires on silence itself',
    fires: {
      at: '3m',
      series: {
        ...ready(['directory', 'webhooks', 'gateway', 'console']),
        ...reports('directory'),
        ...reports('webhooks', 'lyceum_consumer_pending_events'),
        'lyceum_nats_connected{service="gateway"}': '1x10',
      },
      labels: { severity: 'critical', service: 'webhooks', metric: 'lyceum_consumer_pending_events' },
      summary: 'No process of webhooks reports lyceum_consumer_pending_events: its alerts cannot fire.',
    },
    quiet: {
      at: '3m',
      series: {
        ...ready(['directory', 'webhooks', 'gateway', 'console']),
        ...reports('directory'),
        ...reports('webhooks'),
        'lyceum_nats_connected{service="gateway"}': '1x10',
      },
    },
    fault: { outage: 'kill -9 NATS' },
  },
  LyceumCertificateEnds: {
    silence: 'an installation without TLS has no certificate; with it, LyceumPartDown',
    fires: {
      at: '6m',
      series: { 'lyceum_tls_certificate_end_timestamp_seconds{service="locations", instance="a"}': '1209600x10' },
      labels: { severity: 'warning', service: 'locations', instance: 'a' },
      summary: 'The certificate that locations on a runs with ends within two weeks.',
    },
    quiet: {
      at: '6m',
      series: { 'lyceum_tls_certificate_end_timestamp_seconds{service="locations", instance="a"}': '2592000x10' },
    },
    fault: { test: 'test/metrics/certificate.test.ts', shows: 'lyceum_tls_certificate_end_timestamp_seconds' },
  },
  LyceumMigrationBehind: {
    silence: 'LyceumMetricMissing: both numbers come from one query',
    fires: {
      at: '6m',
      series: {
        'lyceum_migrations_expected{service="locations", instance="a"}': '4x10',
        'lyceum_migrations_applied{service="locations", instance="a"}': '3x10',
      },
      labels: { severity: 'critical', service: 'locations' },
      summary: 'The database of locations lacks migrations that its build needs.',
    },
    quiet: {
      at: '6m',
      series: {
        'lyceum_migrations_expected{service="locations", instance="old"}': '3x10',
        'lyceum_migrations_expected{service="locations", instance="new"}': '4x10',
        'lyceum_migrations_applied{service="locations", instance="new"}': '4x10',
      },
    },
    fault: { outage: 'a migration that is missing' },
  },
};
