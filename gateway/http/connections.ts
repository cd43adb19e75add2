import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LINGER_MS, LingeringConnections } from './lingering-connections.ts';

/** A request and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The most bytes of an unused body that are read so that the connection can serve another request. */
const MAX_DRAINED_BYTES = 64 * 1024;

/**
 * Decides whether a connection stays open when an answer is sent before its request has been read completely. A short
 * rest of the body is read and dropped; otherwise the answer carries `Connection: close`, and the connection lingers.
 * Reading is bounded either way.
 */
export class Connections {
  readonly #latest = new WeakMap<Socket, Exchange>();
  readonly #ending = new WeakSet<Socket>();
  readonly #awaitingContinue = new WeakSet<IncomingMessage>();
  readonly #lingering = new LingeringConnections();

  /** Registers a request. False when the previous answer ends the connection: then neither handle nor answer it. */
  begin(exchange: Exchange): boolean {
    const { socket } = exchange.request;
    if (this.#ending.has(socket)) return false;
    this.#latest.set(socket, exchange);
    return true;
  }

  /** Call at the end of each answer: an idle connection must not keep its last request in memory. */
  end({ request: { socket } }: Exchange): void {
    if (this.underWay(socket) === undefined) this.#latest.delete(socket);
  }

  /** Notes that the client waits for `100 Continue` before it sends the body (`Expect: 100-continue`). */
  awaitContinue(request: IncomingMessage): void {
    this.#awaitingContinue.add(request);
  }

  /** Sends `100 Continue` if the client waits for it. */
  sendContinue({ request, response }: Exchange): void {
    if (this.#awaitingContinue.delete(request)) response.writeContinue();
  }

  /** Call before the head of each answer is written. */
  beforeAnswer(exchange: Exchange): void {
    const { request, response } = exchange;
    if (!hasUnreadBody(request)) return;
    const isKeptAlive = response.shouldKeepAlive && !response.hasHeader('connection');
    // A client that got no `100 Continue` may leave its body out, and then the next request cannot be told from a body.
    const isShort = lengthOf(request) <= MAX_DRAINED_BYTES && !this.#awaitingContinue.has(request);
    if (isKeptAlive && isShort) endUnlessRead(request);
    else this.closeAfter(exchange);
  }

  /** Makes an answer the last one of its connection. Later requests on it are not handled. */
  closeAfter({ request: { socket }, response }: Exchange): void {
    if (this.#ending.has(socket)) return;
    this.#ending.add(socket);
    const end = () => this.linger(socket);
    // Node calls it when the last answer is written, and would close at once.
    socket.destroySoon = end;
    if (!response.headersSent) response.setHeader('connection', 'close');
    else if (response.writableFinished) end();
    else response.once('close', end);
  }

  /** Ends a connection whose last answer is written, when its client may still be sending. */
  linger(socket: Socket): void {
    this.#lingering.add(socket);
  }

  /**
   * The connection's latest request until it is completely read and its answer completely written; undefined when the
   * connection is idle.
   */
  underWay(socket: Socket): Exchange | undefined {
    const latest = this.#latest.get(socket);
    return latest?.request.complete && latest.response.writableFinished ? undefined : latest;
  }
}

function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && lengthOf(request) > 0;
}

/** Node reads the rest of the body; a client that stops sending is disconnected. */
function endUnlessRead(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS);
  request.once('close', () => clearTimeout(timer));
}

/** The length of a request's body in bytes; infinite when it is chunked. */
export function lengthOf({ headers }: Pick<IncomingMessage, 'headers'>): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
}
