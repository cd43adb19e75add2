import { measureGateway } from '../gateway/metrics/measure-gateway.ts';
import type { Metrics } from '../platform/observability/metrics/metrics.ts';
import { measureLinks } from '../platform/process/measures/measure-process.ts';
import { measureService } from '../platform/process/measures/measure-service.ts';
import type { Lyceum } from './lyceum.ts';

/** Adds all that the platform in one process counts; the label `service` tells its parts apart. */
export function measureLyceum(metrics: Metrics, { gateway, system }: Lyceum): void {
  measureGateway(metrics, gateway);
  for (const service of system.services) measureService(metrics, service);
  // All parts share the ways, where there are any.
  measureLinks(metrics, 'gateway', system.router);
}
