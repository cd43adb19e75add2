import { fromInstantText } from '../../platform/core/instant.ts';
import type { Runtime } from '../../platform/handler/runtime.ts';
import type { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { lastBackupProof } from './operators/backup-proofs.ts';
import { registerMailMetrics } from './problem-mail/mail-counts.ts';

/**
 * Registers the counts of emails, and when a backup was last verified. Before the first time, there is no time to
 * report.
 */
export function registerIdentityMetrics(metrics: Metrics, runtime: Runtime): void {
  const { service, db } = runtime;
  registerMailMetrics(metrics, runtime);
  const last = metrics.addQuery({ service, query: 'backup_proofs', run: () => lastBackupProof(db) });
  metrics.collectAnswer('lyceum_backup_proven_timestamp_seconds', last, (gauge, provenAt) => {
    if (provenAt !== null) gauge.set({ service }, fromInstantText(provenAt) / 1_000);
  });
}
