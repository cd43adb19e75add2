import { createServer, type RequestListener, type Server } from 'node:http';
import type { Http2Server, ServerHttp2Stream } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Code } from '@connectrpc/connect';
import { type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import { MAX_CALL_MS } from './message-limits.ts';
import type { ServiceTls } from './tls.ts';

/**
 * One port for all protocols of calls: gRPC over HTTP/2 goes to grpc-js, everything else over HTTP/2 or HTTP/1.1 to a listener. The first bytes of a
 * connection show its version of HTTP; with TLS the two ends negotiate it (ALPN).
 */
export class ServicePort {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The HTTP/1.1 responses in flight. */
  readonly #answers = new Set<{ readonly headersSent: boolean; setHeader(name: string, value: string): unknown }>();

  constructor(grpc: GrpcServer, listener: RequestListener, tls: ServiceTls | undefined) {
    // Nagle's algorithm stays on for small HTTP/2 frames, as in grpc-js's own server.
    const limits = { headersTimeout: FIRST_BYTES_WITHIN_MS, requestTimeout: MAX_CALL_MS, noDelay: false };
    const counted: RequestListener = (request, response) => {
      this.#answers.add(response);
      response.once('close', () => this.#answers.delete(response));
      listener(request, response);
    };
    this.#server = tls
      ? createSecureServer(
          { ...tls, ...limits, handshakeTimeout: FIRST_BYTES_WITHIN_MS, ALPNProtocols: ['h2', 'http/1.1'] },
          counted,
        )
      : createServer(limits, counted);
    // If a connection cannot be accepted later, out of memory for example, only its caller is affected.
    this.#server.on('error', () => undefined);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    const http2 = grpc.createConnectionInjector(ServerCredentials.createInsecure());
    divertCalls(grpc, listener);
    const connected = tls ? 'secureConnection' : 'connection';
    const [http1] = this.#server.listeners(connected) as [(socket: Socket) => void];
    this.#server.off(connected, http1);
    this.#server.on(connected, (socket: Socket) => {
      whenSpeaking(socket, (isHttp2) => {
        if (!isHttp2) {
          socket.setNoDelay();
          http1.call(this.#server, socket);
        } else {
          // As in a pure HTTP/2 server: a caller that ends its side has gone.
          socket.allowHalfOpen = false;
          http2.injectConnection(socket);
        }
      });
    });
  }

  /** Starts listening on an address such as `127.0.0.1:9090`, port 0 for any free one; returns the port. */
  async listen(address: string): Promise<number> {
    const colon = address.lastIndexOf(':');
    const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject).listen({ host, port: Number(address.slice(colon + 1)) }, resolve);
    await promise.finally(() => this.#server.off('error', reject));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Accepts no more connections. HTTP/1.1 connections end after their responses, silent ones at once. Resolves when all have ended, also grpc-js's. */
  async close(): Promise<void> {
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('connection', 'close');
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Ends all connections at once. */
  cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Waits for the first bytes of a connection, and puts them back. Closes a silent connection. */
function whenSpeaking(socket: Socket, take: (isHttp2: boolean) => void): void {
  let first = Buffer.alloc(0);
  const giveUp = () => socket.destroy();
  const silent = setTimeout(giveUp, FIRST_BYTES_WITHIN_MS);
  socket.once('close', () => clearTimeout(silent));
  socket.once('end', giveUp);
  socket.on('error', () => undefined);
  const look = () => {
    first = Buffer.concat([first, socket.read(socket.readableLength) ?? Buffer.alloc(0)]);
    const isHttp2 = first.subarray(0, HTTP2.length).equals(HTTP2.subarray(0, first.length));
    // `P` can become `PRI` or `POST`.
    if (isHttp2 && first.length < HTTP2.length) return void socket.once('readable', look);
    clearTimeout(silent);
    socket.off('end', giveUp);
    socket.unshift(first);
    take(isHttp2);
  };
  socket.once('readable', look);
}

/**
 * Routes HTTP/2 requests that are not gRPC to another listener: grpc-js would reject them (415). Trap: the package does not expose the HTTP/2 server
 * behind its injector.
 */
function divertCalls(server: GrpcServer, listener: RequestListener): void {
  const { http2Servers } = server as unknown as { http2Servers: ReadonlyMap<Http2Server, unknown> };
  for (const http2 of http2Servers.keys()) {
    const [grpc] = http2.rawListeners('stream') as StreamListener[];
    http2.removeAllListeners('stream');
    // Node converts streams to requests once there is a `request` listener.
    http2.on('request', listener as never);
    const [requests] = http2.rawListeners('stream') as StreamListener[];
    http2.removeAllListeners('stream');
    const divert: StreamListener = (stream, headers, ...rest) => {
      const isCall = isGrpc(headers['content-type']);
      if (isCall && (headers['grpc-encoding'] ?? 'identity') !== 'identity') return rejectCompressed(stream);
      if (isCall) offerUncompressed(stream);
      (isCall ? grpc : requests)?.call(http2, stream, headers, ...rest);
    };
    http2.on('stream', divert as never);
  }
}

/** Answers a gRPC call whose messages are compressed: grpc-js would unfold them to the largest size, and has no option to refuse. */
function rejectCompressed(stream: ServerHttp2Stream): void {
  // Node then closes the stream, as nothing reads it: the rest of the call is dropped. If it were closed here, the headers would not be sent.
  stream.respond(COMPRESSED, { endStream: true });
}

/** Lets answers say which encodings are accepted: grpc-js always names those that it could unfold. */
function offerUncompressed(stream: ServerHttp2Stream): void {
  const respond = stream.respond.bind(stream);
  stream.respond = (headers, options) => respond({ ...headers, ...ACCEPTED }, options);
}

const ACCEPTED = { 'grpc-accept-encoding': 'identity' };

const COMPRESSED = {
  ':status': 200,
  'content-type': 'application/grpc+proto',
  'grpc-status': String(Code.Unimplemented),
  'grpc-message': 'Compressed messages are not accepted.',
  ...ACCEPTED,
};

type StreamListener = (
  stream: ServerHttp2Stream,
  headers: Record<string, string | undefined>,
  ...rest: unknown[]
) => void;

function isGrpc(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/grpc') === true && !contentType.startsWith('application/grpc-web');
}

/** `PRI * HTTP/2.0`: the first bytes of an HTTP/2 client. No HTTP/1.1 method starts with `PRI`. */
const HTTP2 = Buffer.from('PRI');
const FIRST_BYTES_WITHIN_MS = 10_000;
