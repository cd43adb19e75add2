import { perService, type Runtime } from '../../../platform/handler/runtime.ts';
import type { Metrics } from '../../../platform/observability/metrics/metrics.ts';
import { mailConfig } from '../config.ts';

/** The emails that this process has handed to the mail server, and those that it could not. */
export const mailCounts = perService(() => ({ sent: 0, failed: 0 }));

/** Registers what is counted of email. Without a mail server there is nothing to count. */
export function registerMailMetrics(metrics: Metrics, runtime: Runtime): void {
  if (!mailConfig(runtime)) return;
  const { service } = runtime;
  metrics.collect('lyceum_problem_mails_total', (counter) => {
    for (const [result, mails] of Object.entries(mailCounts(runtime))) counter.inc({ service, result }, mails);
  });
}
