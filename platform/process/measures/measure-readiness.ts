import type { Metrics } from '../../observability/metrics/metrics.ts';

/** Adds whether a part can do its work. One that does not know it in time cannot. */
export function measureReadiness(metrics: Metrics, service: string, isReady: () => Promise<boolean>): void {
  metrics.addQuestion({
    families: ['lyceum_ready'],
    service,
    question: 'readiness',
    ask: isReady,
    tell: (put, ready) => put('lyceum_ready', { service }, Number(ready)),
    tellNothing: (put) => put('lyceum_ready', { service }, 0),
  });
}
