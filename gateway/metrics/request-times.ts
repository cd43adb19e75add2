import { monotonicMs } from '../../platform/core/clock.ts';
import { Durations } from '../../platform/observability/metrics/durations.ts';

/** The requests of one method and route with one status. */
export interface RequestsOfStatus {
  readonly method: string;
  readonly route: string;
  /** `200`, or `aborted` when the client disconnected before it was answered. */
  readonly status: string;
  readonly durations: Durations;
}

/**
 * Counts requests and their durations by method, route template and status, all of which the routes bound. What clients choose freely, the
 * path of an unknown route and an unknown method, each counts under one label.
 */
export class RequestTimes {
  readonly #byRoute = new Map<string | undefined, Map<string, Map<number, RequestsOfStatus>>>();
  #inFlight = 0;

  /** Requests that have arrived and are not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get statuses(): RequestsOfStatus[] {
    return [...this.#byRoute.values()].flatMap((byMethod) =>
      [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()]),
    );
  }

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
    this.#seriesOf(method, route, status ?? ABORTED).durations.observe(monotonicMs() - begun);
  }

  #seriesOf(method: string, route: string | undefined, status: number): RequestsOfStatus {
    const known = KNOWN_METHODS.has(method) ? method : OTHER_METHOD;
    const byMethod = this.#byRoute.getOrInsertComputed(route, () => new Map());
    const byStatus = byMethod.getOrInsertComputed(known, () => new Map());
    return byStatus.getOrInsertComputed(status, () => ({
      method: known,
      route: route ?? UNKNOWN_ROUTE,
      status: status === ABORTED ? 'aborted' : String(status),
      durations: new Durations(),
    }));
  }
}

const ABORTED = 0;
const UNKNOWN_ROUTE = 'unknown';
const OTHER_METHOD = 'other';
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
