import { monotonicMs } from '../../platform/core/clock.ts';
import { type Metrics, metricOf } from '../../platform/observability/metrics/metrics.ts';

/**
 * Counts requests and their durations by method, route template and status, all of which the routes bound. Unknown
 * paths and unknown methods, which clients choose freely, have one label each.
 */
export class RequestTimes {
  readonly #durations = metricOf('lyceum_http_request_duration_seconds');
  #inFlight = 0;

  /** Counts a request that has begun; returns its start time for {@link end}. */
  begin(): number {
    this.#inFlight++;
    return monotonicMs();
  }

  /**
   * Counts a request whose answer has ended.
   * @param route its template; undefined for a request that matches no route
   * @param status undefined when the client disconnected before it was answered
   */
  end(method: string, route: string | undefined, status: number | undefined, begun: number): void {
    this.#inFlight--;
    const labels = {
      method: KNOWN_METHODS.has(method) ? method : 'other',
      route: route ?? 'unknown',
      status: status === undefined ? 'aborted' : String(status),
    };
    this.#durations.observe(labels, (monotonicMs() - begun) / 1_000);
  }

  /** Exports the counts. */
  register(metrics: Metrics): void {
    metrics.collect('lyceum_http_requests_total', async (counter) => {
      for (const { metricName = '', labels, value } of (await this.#durations.get()).values)
        if (metricName.endsWith('_count')) counter.inc(labels, value);
    });
    metrics.add('lyceum_http_request_duration_seconds', this.#durations);
    metrics.collect('lyceum_http_requests_in_flight', (gauge) => gauge.set(this.#inFlight));
  }
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
