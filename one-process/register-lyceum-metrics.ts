import { registerConsoleMetrics } from '../console/register-console-metrics.ts';
import { registerGatewayMetrics } from '../gateway/register-gateway-metrics.ts';
import type { Metrics } from '../platform/observability/metrics/metrics.ts';
import { registerLinkMetrics } from '../platform/process/metrics/register-process-metrics.ts';
import { registerServiceMetrics } from '../platform/process/metrics/register-service-metrics.ts';
import type { Lyceum } from './lyceum.ts';

/** Registers all metrics of the platform in one process; the label `service` distinguishes its parts. */
export function registerLyceumMetrics(metrics: Metrics, { gateway, console, system }: Lyceum): void {
  registerGatewayMetrics(metrics, gateway);
  registerConsoleMetrics(metrics, console);
  for (const service of system.services) registerServiceMetrics(metrics, service);
  // All parts share the links, if there are any.
  registerLinkMetrics(metrics, 'gateway', system.router);
}
