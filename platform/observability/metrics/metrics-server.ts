import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { port, text } from '../../core/config/variables.ts';
import { rejectMessage } from '../../core/rejected-message.ts';
import { listenOn } from '../../core/start-error.ts';
import type { Logger } from '../log.ts';
import { Metrics } from './metrics.ts';

/** Where a process exports its metrics. */
export const metricsVariables = {
  METRICS_HOST: text({ description: 'address the metrics server listens on', fallback: '0.0.0.0' }),
  METRICS_PORT: port({ description: 'port the metrics server listens on; the path is /metrics', fallback: '9464' }),
};

interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** Metrics that are exported. */
interface ServedMetrics {
  /** `http://localhost:9464/metrics` */
  readonly url: string;
  readonly port: number;
  /** Closes at once: Prometheus repeats a scrape that is cut off. */
  close(): Promise<void>;
}

/**
 * Serves metrics at `/metrics`, and nothing else, without authentication. They contain no secrets, but do not expose
 * the port publicly.
 * @throws {StartError} when the port is not available
 */
export async function serveMetrics(metrics: Metrics, address: Address): Promise<ServedMetrics> {
  const server = createServer({ requestTimeout: 5_000, keepAliveTimeout: 75_000 }, (request, response) => {
    answer(metrics, request, response).catch(() => response.destroy());
  });
  await listenOn('METRICS_PORT', address.port, async () => {
    server.listen(address);
    await once(server, 'listening');
  });
  // A connection could not be accepted; Prometheus opens another one.
  server.on('error', () => undefined).on('clientError', rejectMessage);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/metrics`,
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Starts to collect and export metrics of a separate process. Its components add theirs as they start. */
export async function openMetrics({
  log,
  ...address
}: Address & { readonly log: Logger }): Promise<ServedMetrics & { readonly metrics: Metrics }> {
  const metrics = new Metrics();
  metrics.addProcess();
  const served = await serveMetrics(metrics, address);
  log.info({ metricsPort: served.port }, 'metrics are served');
  return { metrics, ...served };
}

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  if (url.replace(/\?.*$/s, '') !== '/metrics') return refuse(response, 404);
  if (method !== 'GET' && method !== 'HEAD') return refuse(response.setHeader('allow', 'GET, HEAD'), 405);
  const text = await metrics.scrape();
  response.writeHead(200, { 'content-type': metrics.contentType, 'content-length': Buffer.byteLength(text) });
  response.end(method === 'HEAD' ? undefined : text);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end('Metrics are at /metrics.\n');
}
