import { monotonicMs } from '../../platform/core/clock.ts';
import { Durations } from '../../platform/observability/metrics/durations.ts';

/** The requests of one method and route that had one status. */
export interface RequestsOfStatus {
  readonly method: string;
  readonly route: string;
  /** `200`, or `aborted` where the client went before it was answered. */
  readonly status: string;
  readonly durations: Durations;
}

/**
 * Counts requests and how long they took, by method, route template and status: places that are known from the routes. What a client may
 * choose freely, the path itself and an odd method, finds its place under one name each.
 */
export class RequestTimes {
  readonly #byRoute = new Map<string | undefined, Map<string, Map<number, RequestsOfStatus>>>();
  #inFlight = 0;

  /** Requests that have arrived and are not answered. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get statuses(): RequestsOfStatus[] {
    return [...this.#byRoute.values()].flatMap((byMethod) =>
      [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()]),
    );
  }

  /** Notes that a request has begun; returns what {@link end} wants to know. */
  begin(): number {
    this.#inFlight++;
    return monotonicMs();
  }

  /**
   * Counts a request whose answer has ended.
   * @param route its template; undefined for a request that no route takes
   * @param status undefined where the client went before it was answered
   */
  end(method: string, route: string | undefined, status: number | undefined, begun: number): void {
    this.#inFlight--;
    this.#seriesOf(method, route, status ?? ABORTED).durations.observe(monotonicMs() - begun);
  }

  #seriesOf(method: string, route: string | undefined, status: number): RequestsOfStatus {
    const known = KNOWN_METHODS.has(method) ? method : OTHER_METHOD;
    const byMethod = madeIn(this.#byRoute, route, () => new Map());
    const byStatus = madeIn(byMethod, known, () => new Map());
    return madeIn(byStatus, status, () => ({
      method: known,
      route: route ?? UNKNOWN_ROUTE,
      status: status === ABORTED ? 'aborted' : String(status),
      durations: new Durations(),
    }));
  }
}

function madeIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

const ABORTED = 0;
const UNKNOWN_ROUTE = 'unknown';
const OTHER_METHOD = 'other';
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
