import type { OpenBus } from '../../events/open-bus.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';

/** Adds the way to NATS, and how far consumers are behind; nothing for a process that goes without NATS. */
export function measureEvents(metrics: Metrics, service: string, { link, readLags }: OpenBus): void {
  if (!link) return;
  metrics.addCounts({
    families: ['lyceum_nats_connected'],
    read: (put) => put('lyceum_nats_connected', { service }, Number(link.connection !== null)),
  });
  metrics.addQuestion({
    families: [
      'lyceum_consumer_pending_events',
      'lyceum_consumer_unacknowledged_events',
      'lyceum_consumer_redelivered_events',
    ],
    service,
    question: 'consumers',
    ask: readLags,
    tell(put, lags) {
      for (const { name, pending, unacknowledged, redelivered } of lags) {
        const labels = { service, consumer: name.slice(name.indexOf('.') + 1) };
        put('lyceum_consumer_pending_events', labels, pending);
        put('lyceum_consumer_unacknowledged_events', labels, unacknowledged);
        put('lyceum_consumer_redelivered_events', labels, redelivered);
      }
    },
  });
}
