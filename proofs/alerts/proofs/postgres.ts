import type { AlertProofs } from '../alert-proof.ts';

const OWN = 'it fires on silence, too: `absent` is part of it';
const NO_OPERATOR = { none: 'CloudNativePG runs in no test: docs/testing.md, what is not proven' } as const;
const labels = { severity: 'critical' };

export const postgresProofs: AlertProofs = {
  LyceumReplication: {
    silence: OWN,
    fires: {
      at: '6m',
      series: {
        'cnpg_pg_replication_streaming_replicas{pod="1"}': '1x10',
        'cnpg_pg_replication_streaming_replicas{pod="2"}': '0x10',
      },
      labels,
      summary: 'PostgreSQL has fewer than two standbys, or does not report them.',
    },
    quiet: {
      at: '6m',
      series: {
        'cnpg_pg_replication_streaming_replicas{pod="1"}': '2x10',
        'cnpg_pg_replication_streaming_replicas{pod="2"}': '0x10',
      },
    },
    fault: NO_OPERATOR,
  },
  LyceumArchiving: {
    silence: OWN,
    fires: {
      at: '6m',
      series: {
        'cnpg_pg_stat_archiver_last_failed_time{pod="1"}': '200x10',
        'cnpg_pg_stat_archiver_last_archived_time{pod="1"}': '100x10',
      },
      labels,
      summary: 'The write-ahead log is not archived, or PostgreSQL does not report it.',
    },
    quiet: {
      at: '6m',
      series: {
        'cnpg_pg_stat_archiver_last_failed_time{pod="1"}': '-1x10',
        'cnpg_pg_stat_archiver_last_archived_time{pod="1"}': '100x10',
      },
    },
    fault: NO_OPERATOR,
  },
  LyceumRecoveryPoint: {
    silence: OWN,
    fires: {
      at: '38h',
      interval: '1h',
      series: { 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="1"}': '0x40' },
      labels,
      summary: 'The newest base backup is older than 36 hours, or is not reported.',
    },
    quiet: {
      at: '36h',
      interval: '1h',
      series: {
        'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="1"}': '0x40',
        'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="2"}': '0x40',
      },
    },
    fault: NO_OPERATOR,
  },
};

/** Nothing reports: each of them fires. */
export const SILENT = { at: '2h', interval: '5m', series: { 'up{job="other"}': '1x40' } };
