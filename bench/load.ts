import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Scenario } from './scenarios.ts';

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly requests: number;
}

interface Load {
  readonly url: string;
  readonly prefix: string;
  /** One per integration: the rate limit also applies in the bench, so the load is spread over many. */
  readonly authorizations: readonly string[];
  readonly connections: number;
  /** In seconds, or the number of requests. */
  readonly extent: { readonly duration: number } | { readonly amount: number };
  /** Returns the number of the next run through the scenario's steps. */
  next(): number;
}

/** Loads one target with one scenario; an unexpected response fails the bench. */
export async function load(
  { name, steps, integrations }: Scenario,
  { url, prefix, authorizations, connections, extent, next }: Load,
): Promise<Measurement> {
  const among = Math.min(authorizations.length, integrations ?? authorizations.length);
  const result = await autocannon({
    url,
    connections,
    ...extent,
    requests: steps.map(({ method, path, body }) => ({
      method,
      setupRequest: (request: autocannon.Request, context: { n?: number }) => {
        context.n ??= next();
        request.path = `${prefix}${path(context.n)}`;
        request.headers = { authorization: authorizations[context.n % among] ?? '' };
        if (body) {
          request.headers['content-type'] = 'application/json';
          request.headers['idempotency-key'] = randomUUID();
          request.body = JSON.stringify(body(context.n));
        }
        return request;
      },
    })),
  });
  const { statusCodeStats = {} } = result as unknown as { statusCodeStats?: Record<string, { count: number }> };
  const expected = steps.map(({ expectedStatus }) => expectedStatus);
  const unexpected = Object.keys(statusCodeStats).filter((status) => !expected.includes(Number(status)));
  if (unexpected.length > 0 || result.errors > 0) {
    throw new Error(`${name} at ${url}: ${JSON.stringify(statusCodeStats)}, ${result.errors} errors`);
  }
  return { requestsPerSecond: result.requests.total / result.duration, requests: result.requests.total };
}
