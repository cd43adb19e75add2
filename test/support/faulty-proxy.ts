import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What happens to a request on its way: it passes, the connection is refused, the response is lost after the request
 * took effect, there is no response, or an intermediary responds itself.
 */
export type Fate =
  | 'pass'
  | 'lost'
  | 'answer-lost'
  | 'silent'
  | { readonly status: number; readonly type: string; readonly body: string };

/** A faulty proxy before a gateway. */
export class FaultyProxy {
  readonly #server: Server;
  readonly #target: string;
  /** What happens to the next requests, in order; later ones pass. */
  readonly fates: Fate[] = [];
  /** The idempotency keys of the received requests, in order. */
  readonly keys: string[] = [];

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((incoming, response) => void this.#handle(incoming, response));
  }

  static async open(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const fate = this.fates.shift() ?? 'pass';
    this.keys.push(String(incoming.headers['idempotency-key']));
    const body = await buffer(incoming);
    if (fate === 'lost') return void incoming.socket.destroy();
    if (fate === 'silent') return;
    if (typeof fate === 'object') {
      response.writeHead(fate.status, { 'content-type': fate.type, 'retry-after': '1' }).end(fate.body);
      return;
    }
    const { method, headers } = incoming;
    const forwarded = request(`${this.#target}${incoming.url}`, { method, headers }, async (answer) => {
      const bytes = await buffer(answer);
      if (fate === 'answer-lost') incoming.socket.destroy();
      else response.writeHead(answer.statusCode ?? 0, answer.headers).end(bytes);
    });
    forwarded.on('error', () => incoming.socket.destroy()).end(body);
  }
}
