import { Code } from '@connectrpc/connect';
import { serviceOf } from '../../calls/service-router.ts';
import type { CallsOfMethod, CallTimes } from '../../observability/metrics/call-times.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';

/** Adds the RPCs that a service answers. */
export function measureAnsweredCalls(metrics: Metrics, service: string, calls: CallTimes): void {
  metrics.addCounts({
    families: [
      'lyceum_rpc_server_calls_total',
      'lyceum_rpc_server_call_duration_seconds',
      'lyceum_rpc_server_calls_in_flight',
    ],
    read(put) {
      put('lyceum_rpc_server_calls_in_flight', { service }, calls.inFlight);
      for (const each of calls.methods) {
        const labels = { service, method: nameOf(each) };
        put('lyceum_rpc_server_call_duration_seconds', labels, each.durations);
        for (const [code, count] of each.codes)
          put('lyceum_rpc_server_calls_total', { ...labels, code: codeName(code) }, count);
      }
    },
  });
}

/** Adds the RPCs that a service, or the gateway, makes. */
export function measureMadeCalls(metrics: Metrics, service: string, calls: CallTimes): void {
  metrics.addCounts({
    families: [
      'lyceum_rpc_client_calls_total',
      'lyceum_rpc_client_call_duration_seconds',
      'lyceum_rpc_client_calls_in_flight',
    ],
    read(put) {
      put('lyceum_rpc_client_calls_in_flight', { service }, calls.inFlight);
      for (const each of calls.methods) {
        const labels = { service, target: serviceOf(each.method), method: nameOf(each) };
        put('lyceum_rpc_client_call_duration_seconds', labels, each.durations);
        for (const [code, count] of each.codes)
          put('lyceum_rpc_client_calls_total', { ...labels, code: codeName(code) }, count);
      }
    },
  });
}

/** `UserService/GetUser` */
function nameOf({ method }: CallsOfMethod): string {
  return `${method.parent.name}/${method.name}`;
}

/** A gRPC status as gRPC writes it: `NOT_FOUND`. */
function codeName(code: number): string {
  if (code === 0) return 'OK';
  if (code === Code.Canceled) return 'CANCELLED';
  return (Code[code] ?? 'Unknown').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}
