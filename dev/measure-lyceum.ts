import { measureGateway } from '../gateway/metrics/measure-gateway.ts';
import type { Metrics } from '../platform/observability/metrics/metrics.ts';
import { measureLinks } from '../platform/process/measures/measure-process.ts';
import { measureService } from '../platform/process/measures/measure-service.ts';
import type { Lyceum } from './lyceum.ts';

/** Registers all metrics of the platform in one process; the label `service` distinguishes its parts. */
export function measureLyceum(metrics: Metrics, { gateway, system }: Lyceum): void {
  measureGateway(metrics, gateway);
  for (const service of system.services) measureService(metrics, service);
  // All parts share the links, if there are any.
  measureLinks(metrics, 'gateway', system.router);
}
