import type { ServiceRouter } from '../../calls/service-router.ts';
import { certificateEnd, type TlsConfig } from '../../calls/tls.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { OpenBus } from '../../events/open-bus.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';

/** Registers the readiness of a component. A check that times out counts as not ready. */
export function registerReadinessMetrics(metrics: Metrics, service: string, isReady: () => Promise<boolean>): void {
  const readiness = metrics.addQuery({ service, query: 'readiness', run: isReady, otherwise: false });
  metrics.collectAnswer('lyceum_ready', readiness, (gauge, ready) => gauge.set({ service }, Number(ready)));
}

/** Registers metrics of the connections from a service, or the gateway, to services in other processes. */
export function registerLinkMetrics(metrics: Metrics, service: string, router: ServiceRouter): void {
  metrics.collect('lyceum_rpc_client_retries_total', (counter) => {
    for (const [target, { retries }] of router.links) counter.inc({ service, target }, retries);
  });
  metrics.collect('lyceum_rpc_client_addresses', (gauge) => {
    for (const [target, { addresses }] of router.links)
      for (const [state, count] of Object.entries(addresses)) gauge.set({ service, target, state }, count);
  });
}

/** Registers when the certificate of a process ends; nothing without TLS. */
export function registerCertificateMetrics(metrics: Metrics, service: string, config: TlsConfig): void {
  const end = certificateEnd(config);
  metrics.collect('lyceum_tls_certificate_end_timestamp_seconds', (gauge) => {
    if (end !== null) gauge.set({ service }, end / 1_000);
  });
}

/**
 * Registers metrics of the NATS connection and of the consumers' lag; nothing for a process without NATS.
 * @param clock for the age of events, which NATS timestamps with its own clock
 */
export function registerEventMetrics(
  metrics: Metrics,
  service: string,
  { link, readLags }: OpenBus,
  clock: Clock = systemClock,
): void {
  if (!link) return;
  metrics.collect('lyceum_nats_connected', (gauge) => gauge.set({ service }, Number(link.connection !== null)));
  const consumers = metrics.addQuery({ service, query: 'consumers', run: readLags });
  const labelsOf = (name: string) => ({ service, consumer: name.slice(name.indexOf('.') + 1) });
  metrics.collectAnswer('lyceum_consumer_pending_events', consumers, (gauge, lags) => {
    for (const { name, pending } of lags) gauge.set(labelsOf(name), pending);
  });
  metrics.collectAnswer('lyceum_consumer_unacknowledged_events', consumers, (gauge, lags) => {
    for (const { name, unacknowledged } of lags) gauge.set(labelsOf(name), unacknowledged);
  });
  metrics.collectAnswer('lyceum_consumer_redelivered_events', consumers, (gauge, lags) => {
    for (const { name, redelivered } of lags) gauge.set(labelsOf(name), redelivered);
  });
  metrics.collectAnswer('lyceum_consumer_oldest_event_age_seconds', consumers, (gauge, lags) => {
    for (const { name, oldestAt } of lags)
      if (oldestAt !== undefined)
        gauge.set(labelsOf(name), oldestAt === null ? 0 : Math.max(0, (clock.now() - oldestAt) / 1_000));
  });
}

/** Registers the outcomes of this process's spans; nothing without tracing. */
export function registerTracingMetrics(metrics: Metrics, tracing: Tracing | undefined): void {
  metrics.collect('lyceum_trace_spans_delivered_total', (counter) => tracing && counter.inc(tracing.delivered));
  metrics.collect('lyceum_trace_spans_lost_total', (counter) => tracing && counter.inc(tracing.lost));
}
