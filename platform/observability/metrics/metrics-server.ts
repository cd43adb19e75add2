import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenOn } from '../../core/start-error.ts';
import type { Metrics } from './metrics.ts';

interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Shows measures to whoever may reach the port: `/metrics`, and nothing else. It holds no secret, but it is nobody's business outside. */
export class MetricsServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @throws {StartError} when the port is not to be had */
  static async start(metrics: Metrics, { host, port }: Address): Promise<MetricsServer> {
    const server = createServer({ requestTimeout: 5_000, keepAliveTimeout: 75_000 }, (request, response) => {
      answer(metrics, request, response).catch(() => response.destroy());
    });
    await listenOn('METRICS_PORT', port, async () => {
      server.listen({ host, port });
      await once(server, 'listening');
    });
    // A connection that could not be accepted; Prometheus makes another one.
    server.on('error', () => undefined);
    return new MetricsServer(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends at once: a scrape that is cut off is made again. */
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
