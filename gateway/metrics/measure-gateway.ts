import type { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { measureMadeCalls } from '../../platform/process/measures/measure-calls.ts';
import { measureReadiness } from '../../platform/process/measures/measure-readiness.ts';
import type { Gateway } from '../gateway.ts';

/** Adds all that the gateway counts. */
export function measureGateway(metrics: Metrics, gateway: Gateway): void {
  const { counts } = gateway;
  measureReadiness(metrics, 'gateway', () => gateway.isReady());
  measureMadeCalls(metrics, 'gateway', counts.calls);
  metrics.addCounts({
    families: [
      'lyceum_http_requests_total',
      'lyceum_http_request_duration_seconds',
      'lyceum_http_requests_in_flight',
      'lyceum_http_malformed_requests_total',
      'lyceum_http_requests_shed_total',
      'lyceum_http_unsent_bytes',
      'lyceum_http_large_requests_waiting',
      'lyceum_http_slow_readers_total',
    ],
    read(put) {
      for (const { method, route, status, durations } of counts.requests.statuses) {
        const labels = { method, route, status };
        put('lyceum_http_requests_total', labels, durations.count);
        put('lyceum_http_request_duration_seconds', labels, durations);
      }
      put('lyceum_http_requests_in_flight', {}, counts.requests.inFlight);
      put('lyceum_http_malformed_requests_total', {}, counts.malformedRequests);
      const { shed, unsentBytes, slowReaders } = gateway.load;
      for (const [reason, count] of Object.entries(shed)) put('lyceum_http_requests_shed_total', { reason }, count);
      put('lyceum_http_unsent_bytes', {}, unsentBytes);
      put('lyceum_http_large_requests_waiting', {}, gateway.lanes.waiting);
      put('lyceum_http_slow_readers_total', {}, slowReaders);
    },
  });
  metrics.addCounts({
    families: ['lyceum_written_bytes_total', 'lyceum_write_allowance_refusals_total'],
    read(put) {
      put('lyceum_written_bytes_total', {}, gateway.writes.bytesWritten);
      put('lyceum_write_allowance_refusals_total', {}, gateway.writes.refusals);
    },
  });
  metrics.addCounts({
    families: [
      'lyceum_rate_limit_refusals_total',
      'lyceum_rate_limit_local',
      'lyceum_rate_limit_local_decisions_total',
    ],
    read(put) {
      const { isLocal, localDecisions } = gateway.rateLimits;
      put('lyceum_rate_limit_refusals_total', {}, counts.rateLimitRefusals);
      // A count that is nobody else's is no fault.
      put('lyceum_rate_limit_local', {}, Number(isLocal === true));
      put('lyceum_rate_limit_local_decisions_total', {}, localDecisions ?? 0);
    },
  });
}
