import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenOn } from '../../core/start-error.ts';
import type { Metrics } from './metrics.ts';

interface Address {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** Serves metrics at `/metrics`, and nothing else, without authentication. They contain no secrets, but do not expose the port publicly. */
export class MetricsServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @throws {StartError} when the port is not available */
  static async start(metrics: Metrics, { host, port }: Address): Promise<MetricsServer> {
    const server = createServer({ requestTimeout: 5_000, keepAliveTimeout: 75_000 }, (request, response) => {
      answer(metrics, request, response).catch(() => response.destroy());
    });
    await listenOn('METRICS_PORT', port, async () => {
      server.listen({ host, port });
      await once(server, 'listening');
    });
    // A connection could not be accepted; Prometheus opens another one.
    server.on('error', () => undefined);
    return new MetricsServer(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes at once: Prometheus repeats a scrape that is cut off. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
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
