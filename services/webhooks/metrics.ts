import { fromInstantText } from '../../platform/core/instant.ts';
import type { Runtime } from '../../platform/handler/runtime.ts';
import type { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { readDeliveryBacklog } from './store/delivery-backlog.ts';
import { deliveryCounts } from './worker/delivery-counts.ts';

/** Adds what waits to be delivered, and what came of attempts. */
export function registerDeliveryMetrics(metrics: Metrics, runtime: Runtime): void {
  const { service, db, clock } = runtime;
  const backlog = metrics.addQuery({ service, query: 'deliveries', run: () => readDeliveryBacklog(db) });
  const ageOf = (dueAt: string | null) =>
    dueAt === null ? 0 : Math.max(0, (clock.now() - fromInstantText(dueAt)) / 1_000);
  metrics.collectAnswer('lyceum_webhook_deliveries_pending', backlog, (gauge, { pending }) =>
    gauge.set({ service }, pending),
  );
  metrics.collectAnswer(
    'lyceum_webhook_oldest_due_age_seconds',
    backlog,
    (gauge, { answeringDueAt, troubledDueAt }) => {
      gauge.set({ service, receivers: 'answering' }, ageOf(answeringDueAt));
      gauge.set({ service, receivers: 'troubled' }, ageOf(troubledDueAt));
    },
  );
  metrics.collectAnswer('lyceum_webhook_endpoints_disabled', backlog, (gauge, { failures, gone }) => {
    gauge.set({ service, reason: 'failures' }, failures);
    gauge.set({ service, reason: 'gone' }, gone);
  });
  metrics.collect('lyceum_webhook_attempts_total', (counter) => {
    for (const [result, attempts] of deliveryCounts(runtime)) counter.inc({ service, result }, attempts);
  });
}
