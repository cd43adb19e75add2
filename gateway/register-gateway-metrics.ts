import type { Metrics } from '../platform/observability/metrics/metrics.ts';
import { registerReadinessMetrics } from '../platform/process/metrics/register-process-metrics.ts';
import type { Gateway } from './gateway.ts';

/** Registers all metrics of the gateway. */
export function registerGatewayMetrics(metrics: Metrics, gateway: Gateway): void {
  registerReadinessMetrics(metrics, 'gateway', () => gateway.isReady());
  gateway.counts.calls.register(metrics);
  gateway.counts.requests.register(metrics);
  registerRequestMetrics(metrics, gateway);
  registerAllowanceMetrics(metrics, gateway);
  registerRecordMetrics(metrics, gateway);
}

function registerRequestMetrics(metrics: Metrics, gateway: Gateway): void {
  const { counts } = gateway;
  metrics.collect('lyceum_http_malformed_requests_total', (counter) => counter.inc(counts.malformedRequests));
  metrics.collect('lyceum_http_requests_shed_total', (counter) => {
    for (const [reason, count] of Object.entries(gateway.load.shed)) counter.inc({ reason }, count);
  });
  metrics.collect('lyceum_http_requests_waiting', (gauge) => gauge.set(gateway.load.requestsWaiting));
  metrics.collect('lyceum_http_slow_readers_total', (counter) => counter.inc(gateway.load.slowReaders));
}

/** Metrics of the rate limit and the write allowance, and of the requests that they reject. */
function registerAllowanceMetrics(metrics: Metrics, { counts, writes, rateLimits }: Gateway): void {
  metrics.collect('lyceum_written_bytes_total', (counter) => counter.inc(writes.bytesWritten));
  metrics.collect('lyceum_write_allowance_refusals_total', (counter) => counter.inc(writes.refusals));
  metrics.collect('lyceum_rate_limit_refusals_total', (counter) => counter.inc(counts.rateLimitRefusals));
  // A store that counts only for this process is not degraded, so it reports 0.
  metrics.collect('lyceum_rate_limit_local', (gauge) => gauge.set(Number(rateLimits.isLocal === true)));
  metrics.collect('lyceum_rate_limit_local_decisions_total', (counter) => counter.inc(rateLimits.localDecisions ?? 0));
}

function registerRecordMetrics(metrics: Metrics, { recorder }: Gateway): void {
  metrics.collect('lyceum_request_records_total', (counter) => counter.inc(recorder.counts.recorded));
  metrics.collect('lyceum_request_records_lost_total', (counter) => counter.inc(recorder.counts.lost));
  metrics.collect('lyceum_request_records_waiting_bytes', (gauge) => gauge.set(recorder.counts.bytes));
}
