import type { IncomingHttpHeaders } from 'node:http';
import autocannon from 'autocannon';
import { requestOf, type Scenario } from './scenarios.ts';

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
  let etag: string | undefined;
  // autocannon tells of whole seconds, which a lone client's round does not fill.
  let [began, ended] = [0, 0];
  const result = await autocannon({
    url,
    connections,
    ...extent,
    requests: steps.map(({ method, path, revalidates, ...step }) => ({
      method,
      onResponse: (_status: number, _body: string, _context: object, headers: IncomingHttpHeaders = {}) => {
        ended = performance.now();
        if (revalidates) etag ??= headers.etag ?? headers.ETag?.toString();
      },
      setupRequest: (request: autocannon.Request, context: { n?: number }) => {
        began ||= performance.now();
        context.n ??= next();
        request.path = `${prefix}${path(context.n)}`;
        const { headers, body } = requestOf(step, context.n, authorizations[context.n % among]);
        request.headers = { ...headers, ...(etag !== undefined && { 'if-none-match': etag }) };
        if (body !== undefined) request.body = body;
        return request;
      },
    })),
  });
  const { statusCodeStats = {} } = result as unknown as { statusCodeStats?: Record<string, { count: number }> };
  // A round may end between a member's start and stop, once per connection; the next start of that member is then a
  // conflict.
  const isCut = steps.length > 1 && (statusCodeStats[409]?.count ?? 0) <= connections;
  const others = [...(isCut ? [409] : []), ...(steps.some(({ revalidates }) => revalidates) ? [304] : [])];
  const expected = [...steps.map(({ expectedStatus }) => expectedStatus), ...others];
  const unexpected = Object.keys(statusCodeStats).filter((status) => !expected.includes(Number(status)));
  if (unexpected.length > 0 || result.errors > 0) {
    throw new Error(`${name} at ${url}: ${JSON.stringify(statusCodeStats)}, ${result.errors} errors`);
  }
  const { total: requests } = result.requests;
  return { requestsPerSecond: (requests * 1_000) / (ended - began), requests };
}
