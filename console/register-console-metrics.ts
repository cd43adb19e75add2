import type { Metrics } from '../platform/observability/metrics/metrics.ts';
import { registerReadinessMetrics } from '../platform/process/metrics/register-process-metrics.ts';
import type { Console } from './console.ts';

/** Registers all metrics of the console. */
export function registerConsoleMetrics(metrics: Metrics, console: Console): void {
  registerReadinessMetrics(metrics, 'console', console.isReady);
  console.calls.register(metrics);
}
