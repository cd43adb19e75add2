import type { Metrics } from '../../observability/metrics/metrics.ts';
import type { Tracing } from '../../observability/tracing/tracing.ts';

/** Adds what became of the spans of this process; nothing where nothing is traced. */
export function measureTracing(metrics: Metrics, tracing: Tracing | undefined): void {
  metrics.addCounts({
    families: ['lyceum_trace_spans_delivered_total', 'lyceum_trace_spans_lost_total'],
    read(put) {
      if (!tracing) return;
      put('lyceum_trace_spans_delivered_total', {}, tracing.delivered);
      put('lyceum_trace_spans_lost_total', {}, tracing.lost);
    },
  });
}
