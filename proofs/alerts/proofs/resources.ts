import { type AlertProofs, OWN } from '../alert-proof.ts';

const of = (metric: string, labels: string, values: string) => ({ [`${metric}{instance="a", ${labels}}`]: values });
const DIRECTORY = 'service="directory"';
const MIB = 1024 * 1024;
const memory = (usedMib: number) => ({
  'process_resident_memory_bytes{job="lyceum/lyceum", instance="a"}': `${usedMib * MIB}x20`,
  'lyceum_memory_limit_bytes{job="lyceum/lyceum", instance="a"}': `${512 * MIB}x20`,
});
const PROVEN = 'lyceum_backup_proven_timestamp_seconds{service="identity"';
/** Of two pods: the primary of a cluster, and a standby. */
const pods = (metric: string, one: string, two: string, cluster = 'lyceum-postgres') => ({
  [`${metric}{pod="${cluster}-1", cnpg_io_cluster="${cluster}"}`]: one,
  [`${metric}{pod="${cluster}-2", cnpg_io_cluster="${cluster}"}`]: two,
});
/** The same, of a first server that works and a second one. */
const onServerB = (metric: string, works: string, one: string) => ({
  ...pods(metric, works, '0x40'),
  ...pods(metric, one, '0x40', 'lyceum-postgres-b'),
});
const STANDBYS = 'cnpg_pg_replication_streaming_replicas';
const FAILED = 'cnpg_pg_stat_archiver_last_failed_time';
const ARCHIVED = 'cnpg_pg_stat_archiver_last_archived_time';
const BACKUP = 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp';
const NO_OPERATOR = { none: 'CloudNativePG runs in no test: docs/testing.md, what is not proven' } as const;
const labels = { severity: 'critical' };

export const resourceProofs: AlertProofs = {
  LyceumPoolExhausted: {
    at: '3m',
    fires: of('lyceum_db_waiting', `${DIRECTORY}, kind="session"`, '2x10'),
    labels: { severity: 'critical', service: 'directory', instance: 'a', kind: 'session' },
    summary: 'Work of directory on a waits for database sessions.',
    quiet: {
      ...of('lyceum_db_waiting', `${DIRECTORY}, kind="session"`, '2 2 0 2 2'),
      ...of('lyceum_db_waiting', `${DIRECTORY}, kind="read"`, '9x10'),
      ...of('lyceum_db_session_timeouts_total', DIRECTORY, '7x10'),
    },
    fault: { outage: 'a lock on the users' },
  },
  LyceumDiskFull: {
    at: '2m',
    fires: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="disk"`, '0 1 1'),
    labels: { severity: 'critical', service: 'directory' },
    summary: 'The database disk of directory is full. Writes fail.',
    quietAt: '9m',
    quiet: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="disk"`, '0 1x10'),
    fault: { test: 'test/system/disk-full.test.ts', shows: "resource: 'disk' }]" },
  },
  LyceumDatabaseShortage: {
    at: '2m',
    fires: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="connections"`, '0 1 1'),
    labels: { severity: 'warning', service: 'directory', resource: 'connections' },
    summary: 'The database server of directory has run out of connections.',
    quiet: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="disk"`, '0 1 1'),
    fault: { test: 'libraries/pg-batch/shortages.test.ts', shows: 'disk: 1, memory: 1, connections: 2, pages: 2' },
  },
  LyceumDatabaseDamaged: {
    at: '2m',
    fires: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="pages"`, '0 1 1'),
    labels: { severity: 'critical', service: 'directory' },
    summary: 'The database of directory has damaged pages. What is on them cannot be read.',
    quiet: of('lyceum_db_shortages_total', `${DIRECTORY}, resource="connections"`, '0 1 1'),
    fault: { test: 'proofs/engines/postgres/bit-rot.test.ts', shows: 'toHaveLength(logged + 1)' },
  },
  LyceumDatabaseChecksums: {
    silence: 'a database that does not answer its query: LyceumMetricMissing, for those of the same scrape',
    at: '2m',
    fires: {
      ...of('lyceum_db_checksum_failures', DIRECTORY, '0 0 1'),
      'lyceum_db_checksum_failures{instance="b", service="directory"}': '0 0 2',
    },
    labels: { severity: 'critical', service: 'directory' },
    summary: 'PostgreSQL has found 2 pages of the database of directory with a wrong checksum.',
    quiet: of('lyceum_db_checksum_failures', DIRECTORY, '0x10'),
    fault: { test: 'proofs/engines/postgres/bit-rot.test.ts', shows: 'lyceum_db_checksum_failures' },
  },
  LyceumCollationChanged: {
    silence: 'a database that does not answer its query: LyceumMetricMissing, for those of the same scrape',
    at: '2m',
    fires: of('lyceum_db_collation_changed', DIRECTORY, '0 1x10'),
    labels: { severity: 'critical', service: 'directory' },
    summary: 'The library that orders texts for the database of directory has another version than its indexes.',
    quiet: of('lyceum_db_collation_changed', DIRECTORY, '0x10'),
    fault: { test: 'test/metrics/service.test.ts', shows: 'lyceum_db_collation_changed' },
  },
  LyceumStatementTimeouts: {
    at: '10m',
    fires: of('lyceum_db_statement_timeouts_total', DIRECTORY, '0+1x10'),
    labels: { severity: 'warning', service: 'directory' },
    summary: '10 statements of directory timed out within ten minutes.',
    quiet: of('lyceum_db_statement_timeouts_total', DIRECTORY, '0 0 0 5x10'),
    fault: { outage: 'a lock on the users' },
  },
  LyceumJanitorFails: {
    silence: 'a janitor that does not run fails no round; idempotency keys then grow, and LyceumDiskFull is last',
    at: '60m',
    fires: of('lyceum_janitor_failures_total', DIRECTORY, '0+0.1x60'),
    labels: { severity: 'warning', service: 'directory', instance: 'a' },
    summary: 'directory on a fails to remove expired records.',
    quiet: of('lyceum_janitor_failures_total', DIRECTORY, '0x30 2x30'),
    fault: { test: 'platform/process/janitor.test.ts', shows: 'failures: 2' },
  },
  LyceumEventLoopLag: {
    at: '6m',
    fires: of('nodejs_eventloop_lag_p99_seconds', 'job="lyceum/lyceum"', '0.5x10'),
    labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'a' },
    summary: 'The event loop of a is 500ms late.',
    quiet: of('nodejs_eventloop_lag_p99_seconds', 'job="lyceum/lyceum"', '0.25x10'),
    fault: { outage: 'a process that stutters' },
  },
  LyceumMemory: {
    at: '11m',
    fires: memory(416),
    labels: { severity: 'warning', job: 'lyceum/lyceum', instance: 'a' },
    summary: 'a uses 81.25% of its memory limit.',
    quiet: memory(400),
    fault: {
      none: 'a process that keeps 80 % of its limit for ten minutes needs a leak; `npm run soak` looks for one',
    },
  },
  LyceumScrapeErrors: {
    at: '10m',
    fires: of('lyceum_scrape_errors_total', `${DIRECTORY}, query="outbox"`, '0+1x10'),
    labels: { severity: 'warning', service: 'directory', query: 'outbox' },
    summary: 'directory cannot report its outbox.',
    quiet: of('lyceum_scrape_errors_total', `${DIRECTORY}, query="outbox"`, '0 0 5x10'),
    fault: { outage: 'SIGSTOP PostgreSQL' },
  },
  LyceumBackupUnproven: {
    silence: OWN,
    at: '194h',
    interval: '1h',
    fires: { [`${PROVEN}, instance="a"}`]: '0x200' },
    labels: { severity: 'warning' },
    summary: 'No restore drill has proven a backup within eight days, or none is reported.',
    // Replicas that report late: the newest counts.
    quiet: { [`${PROVEN}, instance="a"}`]: '0x200', [`${PROVEN}, instance="b"}`]: '0x150 540000x50' },
    fault: {
      test: 'proofs/engines/postgres/restore-drill.test.ts',
      shows: 'expect(await proofs()).toHaveLength(before + 1 - code)',
    },
  },
  LyceumReplication: {
    silence: OWN,
    at: '6m',
    fires: onServerB(STANDBYS, '2x10', '1x10'),
    labels,
    summary: 'PostgreSQL has fewer than two standbys, or does not report them.',
    quiet: onServerB(STANDBYS, '2x10', '2x10'),
    fault: NO_OPERATOR,
  },
  LyceumArchiving: {
    silence: OWN,
    at: '6m',
    fires: { ...onServerB(FAILED, '-1x10', '200x10'), ...onServerB(ARCHIVED, '300x10', '100x10') },
    labels,
    summary: 'The write-ahead log is not archived, or PostgreSQL does not report it.',
    quiet: { ...onServerB(FAILED, '200x10', '-1x10'), ...onServerB(ARCHIVED, '300x10', '100x10') },
    fault: NO_OPERATOR,
  },
  LyceumRecoveryPoint: {
    silence: OWN,
    at: '38h',
    interval: '1h',
    fires: onServerB(BACKUP, '0+3600x40', '0x40'),
    labels,
    summary: 'The newest base backup is older than 36 hours, or is not reported.',
    quietAt: '36h',
    quiet: onServerB(BACKUP, '0x40', '0x40'),
    fault: NO_OPERATOR,
  },
};
