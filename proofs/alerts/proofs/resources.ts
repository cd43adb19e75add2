import { ALWAYS, type AlertProofs } from '../alert-proof.ts';

const of = (metric: string, labels: string, values: string) => ({ [`${metric}{instance="a", ${labels}}`]: values });
const DIRECTORY = 'service="directory"';
const MIB = 1024 * 1024;
const memory = (usedMib: number) => ({
  'process_resident_memory_bytes{job="lyceum/lyceum", instance="a"}': `${usedMib * MIB}x20`,
  'lyceum_memory_limit_bytes{job="lyceum/lyceum", instance="a"}': `${512 * MIB}x20`,
});

export const resourceProofs: AlertProofs = {
  LyceumPoolExhausted: {
    silence: ALWAYS,
    fires: {
      at: '3m',
      series: of('lyceum_db_waiting', `${DIRECTORY}, kind="session"`, '2x10'),
      labels: { severity: 'critical', service: 'directory', instance: 'a', kind: 'session' },
      summary: 'Work of directory on a waits for database sessions.',
    },
    quiet: {
      at: '3m',
      series: {
        ...of('lyceum_db_waiting', `${DIRECTORY}, kind="session"`, '2 2 0 2 2'),
        ...of('lyceum_db_waiting', `${DIRECTORY}, kind="read"`, '9x10'),
        ...of('lyceum_db_session_timeouts_total', DIRECTORY, '7x10'),
      },
    },
    fault: { outage: 'a lock on the users' },
  },
  LyceumDiskFull: {
    silence: ALWAYS,
    fires: {
      at: '2m',
      series: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="disk"`, '0 1 1'),
      labels: { severity: 'critical', service: 'directory' },
      summary: 'The database disk of directory is full. Writes fail.',
    },
    quiet: { at: '9m', series: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="disk"`, '0 1x10') },
    fault: { test: 'test/system/disk-full.test.ts', shows: "resource: 'disk' }]" },
  },
  LyceumDatabaseShortage: {
    silence: ALWAYS,
    fires: {
      at: '2m',
      series: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="connections"`, '0 1 1'),
      labels: { severity: 'warning', service: 'directory', resource: 'connections' },
      summary: 'The database server of directory has run out of connections.',
    },
    quiet: { at: '2m', series: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="disk"`, '0 1 1') },
    fault: { test: 'libraries/pg-batch/shortages.test.ts', shows: 'disk: 1, memory: 1, connections: 2, pages: 2' },
  },
  LyceumDatabaseDamaged: {
    silence: ALWAYS,
    fires: {
      at: '2m',
      series: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="pages"`, '0 1 1'),
      labels: { severity: 'critical', service: 'directory' },
      summary: 'The database of directory has damaged pages. What is on them cannot be read.',
    },
    quiet: { at: '2m', series: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="connections"`, '0 1 1') },
    fault: { test: 'proofs/engines/postgres/bit-rot.test.ts', shows: 'toHaveLength(logged + 1)' },
  },
  LyceumDatabaseChecksums: {
    silence: 'a database that does not answer its query: LyceumMetricMissing, for those of the same scrape',
    fires: {
      at: '2m',
      series: {
        ...of('lyceum_db_checksum_failures', DIRECTORY, '0 0 1'),
        'lyceum_db_checksum_failures{instance="b", service="directory"}': '0 0 2',
      },
      labels: { severity: 'critical', service: 'directory' },
      summary: 'PostgreSQL has found 2 pages of the database of directory with a wrong checksum.',
    },
    quiet: { at: '2m', series: of('lyceum_db_checksum_failures', DIRECTORY, '0x10') },
    fault: { test: 'proofs/engines/postgres/bit-rot.test.ts', shows: 'lyceum_db_checksum_failures' },
  },
  LyceumCollationChanged: {
    silence: 'a database that does not answer its query: LyceumMetricMissing, for those of the same scrape',
    fires: {
      at: '2m',
      series: of('lyceum_db_collation_changed', DIRECTORY, '0 1x10'),
      labels: { severity: 'critical', service: 'directory' },
      summary: 'The library that orders texts for the database of directory has another version than its indexes.',
    },
    quiet: { at: '2m', series: of('lyceum_db_collation_changed', DIRECTORY, '0x10') },
    fault: { test: 'test/metrics/service.test.ts', shows: 'lyceum_db_collation_changed' },
  },
  LyceumStatementTimeouts: {
    silence: ALWAYS,
    fires: {
      at: '10m',
      series: of('lyceum_db_statement_timeouts_total', DIRECTORY, '0+1x10'),
      labels: { severity: 'warning', service: 'directory' },
      summary: '10 statements of directory timed out within ten minutes.',
    },
    quiet: { at: '10m', series: of('lyceum_db_statement_timeouts_total', DIRECTORY, '0 0 0 5x10') },
    fault: { outage: 'a lock on the users' },
  },
  LyceumJanitorFails: {
    silence: 'a janitor that does not run fails no round; idempotency keys then grow, and LyceumDiskFull is last',
    fires: {
      at: '60m',
      series: of('lyceum_janitor_failures_total', DIRECTORY, '0+0.1x60'),
      labels: { severity: 'warning', service: 'directory', instance: 'a' },
      summary: 'directory on a fails to remove expired records.',
    },
    quiet: { at: '60m', series: of('lyceum_janitor_failures_total', DIRECTORY, '0x30 2x30') },
    fault: { test: 'platform/process/janitor.test.ts', shows: 'failures: 2' },
  },
  LyceumEventLoopLag: {
    silence: ALWAYS,
    fires: {
      at: '6m',
      series: of('nodejs_eventloop_lag_p99_seconds', 'job="lyceum/lyceum"', '0.5x10'),
      labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'a' },
      summary: 'The event loop of a is 500ms late.',
    },
    quiet: { at: '6m', series: of('nodejs_eventloop_lag_p99_seconds', 'job="lyceum/lyceum"', '0.25x10') },
    fault: { outage: 'a process that stutters' },
  },
  LyceumMemory: {
    silence: ALWAYS,
    fires: {
      at: '11m',
      series: memory(416),
      labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'a' },
      summary: 'a uses 81.25% of its memory limit.',
    },
    quiet: { at: '11m', series: memory(400) },
    fault: {
      none: 'a process that keeps 80 % of its limit for ten minutes needs a leak; `npm run soak` looks for one',
    },
  },
  LyceumScrapeErrors: {
    silence: ALWAYS,
    fires: {
      at: '10m',
      series: of('lyceum_scrape_errors_total', `${DIRECTORY}, query="outbox"`, '0+1x10'),
      labels: { severity: 'warning', service: 'directory', query: 'outbox' },
      summary: 'directory cannot report its outbox.',
    },
    quiet: { at: '10m', series: of('lyceum_scrape_errors_total', `${DIRECTORY}, query="outbox"`, '0 0 5x10') },
    fault: { outage: 'SIGSTOP PostgreSQL' },
  },
};
