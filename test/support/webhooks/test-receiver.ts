import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as received. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: { readonly key: string; readonly cert: string };
}

const accept: Answer = (response) => response.writeHead(204).end();

/** A receiver of webhooks on this machine, which records what it receives and responds as the test determines. */
export class TestReceiver {
  readonly requests: ReceivedRequest[] = [];
  connections = 0;
  answer: Answer = accept;
  readonly #server: Server;
  readonly #origin: string;

  static async start({ host = '127.0.0.1', port = 0, tls }: ReceiverOptions = {}): Promise<TestReceiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    server.listen(port, host);
    await once(server, 'listening');
    return new TestReceiver(server, `${tls ? 'https' : 'http'}://${host}`);
  }

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.#origin = origin;
    server.on('connection', () => {
      this.connections += 1;
    });
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#origin}:${this.port}/hooks`;
  }

  async end(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = request;
    const received = { method, path, headers, body: await text(request) };
    this.requests.push(received);
    this.answer(response, received);
  }
}
