import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { monotonicMs } from '../../platform/core/clock.ts';
import { Durations } from '../../platform/observability/metrics/durations.ts';

/** Where requests are counted. */
interface Counted {
  readonly requests: RequestTimes;
  malformedRequests: number;
}

/** Counts every request, those that no route takes among them, and what the parser refuses. Installed before all that takes time. */
export function countRequests(app: FastifyInstance, counts: Counted): void {
  app.addHook('onRequest', (request, reply, done) => {
    counts.requests.count(request.method, request.routeOptions.url, reply.raw);
    done();
  });
  app.server.on('clientError', () => {
    counts.malformedRequests++;
  });
}

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

  /** Counts a request from now to the end of its answer. @param route its template; undefined for a request that no route takes */
  count(method: string, route: string | undefined, response: ServerResponse): void {
    const begun = monotonicMs();
    this.#inFlight++;
    // Told however it ends: an answer that was sent, or a client that went.
    response.once('close', () => {
      this.#inFlight--;
      const status = response.headersSent ? response.statusCode : ABORTED;
      this.#placeOf(method, route, status).durations.observe(monotonicMs() - begun);
    });
  }

  #placeOf(method: string, route: string | undefined, status: number): RequestsOfStatus {
    const known = KNOWN_METHODS.has(method) ? method : OTHER_METHOD;
    const byMethod = madeIn(this.#byRoute, route, () => new Map());
    const byStatus = madeIn(byMethod, known, () => new Map());
    return madeIn(byStatus, status, () => ({
      method: known,
      route: route === undefined ? UNKNOWN_ROUTE : templateOf(route),
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

/** `/users/:id` as the API's description writes it: `/users/{id}`. */
function templateOf(route: string): string {
  return route.replaceAll(/:(\w+)/g, '{$1}');
}
