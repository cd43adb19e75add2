import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LINGER_MS, linger } from './linger.ts';

/** A request and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The most bytes of a body that are read for nothing, so that the connection can serve another request. */
const DRAINED_BYTES_AT_MOST = 64 * 1024;

/**
 * Decides how a connection goes on when an answer is given before its request has been read whole, whatever the answer is: a short rest of the
 * body is read and dropped; otherwise the answer says `Connection: close`, and the connection lingers. Reading is bounded either way.
 */
export class Connections {
  readonly #latest = new WeakMap<Socket, Exchange>();
  readonly #ending = new WeakSet<Socket>();
  readonly #awaitingContinue = new WeakSet<IncomingMessage>();

  /** Notes a request. False when the answer before it ends the connection: it must be neither handled nor answered. */
  begin(exchange: Exchange): boolean {
    const { socket } = exchange.request;
    if (this.#ending.has(socket)) return false;
    this.#latest.set(socket, exchange);
    return true;
  }

  /** To be called at the end of each answer: an idle connection must not keep its last request in memory. */
  end({ request: { socket } }: Exchange): void {
    if (this.underWay(socket) === undefined) this.#latest.delete(socket);
  }

  /** Notes that the client sends the body only when it is asked to (`Expect: 100-continue`). */
  awaitContinue(request: IncomingMessage): void {
    this.#awaitingContinue.add(request);
  }

  /** Asks for the body, where the client waits for that. */
  sendContinue({ request, response }: Exchange): void {
    if (this.#awaitingContinue.delete(request)) response.writeContinue();
  }

  /** To be called before the head of each answer is written. */
  beforeAnswer(exchange: Exchange): void {
    const { request, response } = exchange;
    if (!hasUnreadBody(request)) return;
    const isKeptAlive = response.shouldKeepAlive && !response.hasHeader('connection');
    // A client that was not asked for its body may leave it out: nobody could tell the next request from it.
    const isShort = lengthOf(request) <= DRAINED_BYTES_AT_MOST && !this.#awaitingContinue.has(request);
    if (isKeptAlive && isShort) endUnlessRead(request);
    else this.closeAfter(exchange);
  }

  /** Makes an answer the last one of its connection. Nothing behind its request is handled. */
  closeAfter({ request: { socket }, response }: Exchange): void {
    if (this.#ending.has(socket)) return;
    this.#ending.add(socket);
    const end = () => linger(socket);
    // Node calls it when the last answer is written, and would close at once.
    socket.destroySoon = end;
    if (!response.headersSent) response.setHeader('connection', 'close');
    else if (response.writableFinished) end();
    else response.once('close', end);
  }

  /** The connection's latest request while it is not read, or its answer not written, to the end; none when the connection is idle. */
  underWay(socket: Socket): Exchange | undefined {
    const latest = this.#latest.get(socket);
    return latest?.request.complete && latest.response.writableFinished ? undefined : latest;
  }
}

function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && lengthOf(request) > 0;
}

/** The length of a request's body in bytes: infinite where only its end will tell. */
export function lengthOf({ headers }: Pick<IncomingMessage, 'headers'>): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
}

/** Node reads the rest of the body; a client that stops sending it is given up. */
function endUnlessRead(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS);
  request.once('close', () => clearTimeout(timer));
}
