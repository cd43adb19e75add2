import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface Scenario {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly expectedStatus: number;
  path(round: number): string;
  body?(): string;
  /** How many requests at a time, where the answers are too large for as many as usual. */
  readonly connections?: number;
  /** The lowest ratio of throughput to the floor that the design aims at, in the one-process shape. */
  readonly aim: number;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly requests: number;
}

interface Load {
  readonly url: string;
  readonly prefix: string;
  /** One per integration: the rate limit holds in the bench, too, so the load is spread over many. */
  readonly authorizations: readonly string[];
  readonly seconds: number;
  readonly connections: number;
}

/** Loads one target with one scenario; any answer but the expected one fails the bench. */
export async function load(
  scenario: Scenario,
  { url, prefix, authorizations, seconds, connections }: Load,
): Promise<Measurement> {
  let sent = Math.floor(Math.random() * 1_000_000);
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: scenario.method,
        setupRequest: (request) => {
          sent++;
          request.path = `${prefix}${scenario.path(sent)}`;
          request.headers = { authorization: authorizations[sent % authorizations.length] ?? '' };
          if (scenario.body) {
            request.headers['content-type'] = 'application/json';
            request.headers['idempotency-key'] = randomUUID();
            request.body = scenario.body();
          }
          return request;
        },
      },
    ],
  });
  const { statusCodeStats = {} } = result as unknown as { statusCodeStats?: Record<string, { count: number }> };
  const unexpected = Object.keys(statusCodeStats).filter((status) => Number(status) !== scenario.expectedStatus);
  if (unexpected.length > 0 || result.errors > 0) {
    throw new Error(`${scenario.name} at ${url}: ${JSON.stringify(statusCodeStats)}, ${result.errors} errors`);
  }
  return { requestsPerSecond: result.requests.total / result.duration, requests: result.requests.total };
}
