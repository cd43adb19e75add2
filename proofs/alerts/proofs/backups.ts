import type { AlertProofs } from '../alert-proof.ts';

const PROVEN = 'lyceum_backup_proven_timestamp_seconds{service="identity"';

export const backupProofs: AlertProofs = {
  LyceumBackupUnproven: {
    silence: 'it fires on silence, too: `absent` is part of it',
    fires: {
      at: '194h',
      interval: '1h',
      series: { [`${PROVEN}, instance="a"}`]: '0x200' },
      labels: { severity: 'warning' },
      summary: 'No restore drill has proven a backup within eight days, or none is reported.',
    },
    // Replicas that report late: the newest counts.
    quiet: {
      at: '194h',
      interval: '1h',
      series: { [`${PROVEN}, instance="a"}`]: '0x200', [`${PROVEN}, instance="b"}`]: '0x150 540000x50' },
    },
    fault: {
      test: 'proofs/engines/postgres/restore-drill.test.ts',
      shows: 'expect(await proofs()).toHaveLength(before + 1 - code)',
    },
  },
};
