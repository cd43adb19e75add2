import { serviceOf } from '../../calls/service-router.ts';
import { statusName } from '../../core/errors/status.ts';
import type { CallsOfMethod, CallTimes } from '../../observability/metrics/call-times.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';

/** Adds the RPCs that a service answers. */
export function registerServerCallMetrics(metrics: Metrics, service: string, calls: CallTimes): void {
  metrics.collect('lyceum_rpc_server_calls_in_flight', (gauge) => gauge.set({ service }, calls.inFlight));
  metrics.collect('lyceum_rpc_server_call_duration_seconds', (histogram) => {
    for (const each of calls.methods) histogram.show({ service, method: nameOf(each) }, each.durations);
  });
  metrics.collect('lyceum_rpc_server_calls_total', (counter) => {
    for (const each of calls.methods)
      for (const [code, count] of each.codes)
        counter.inc({ service, method: nameOf(each), code: statusName(code) }, count);
  });
}

/** Adds the RPCs that a service, or the gateway, makes. */
export function registerClientCallMetrics(metrics: Metrics, service: string, calls: CallTimes): void {
  const labelsOf = (each: CallsOfMethod) => ({ service, target: serviceOf(each.method), method: nameOf(each) });
  metrics.collect('lyceum_rpc_client_calls_in_flight', (gauge) => gauge.set({ service }, calls.inFlight));
  metrics.collect('lyceum_rpc_client_call_duration_seconds', (histogram) => {
    for (const each of calls.methods) histogram.show(labelsOf(each), each.durations);
  });
  metrics.collect('lyceum_rpc_client_calls_total', (counter) => {
    for (const each of calls.methods)
      for (const [code, count] of each.codes) counter.inc({ ...labelsOf(each), code: statusName(code) }, count);
  });
}

/** `UserService/GetUser` */
function nameOf({ method }: CallsOfMethod): string {
  return `${method.parent.name}/${method.name}`;
}
