import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import type { ServiceTls } from './tls.ts';

/** A server on one address, with the connections that it has accepted. */
export class Listener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** @param server one of Node's, for any protocol, that listens for `error` with {@link unaccepted} */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
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

  /** Accepts no more connections, and ends silent ones. Resolves when all have ended. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Ends all connections at once. */
  cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** If a connection cannot be accepted, out of memory for example, only its caller is affected. */
export function unaccepted(): void {}

/** How soon a new connection must complete its TLS handshake or send its headers. */
export const FIRST_BYTES_WITHIN_MS = 10_000;

/**
 * Listens for a server of grpc-js. Trap: if that listened itself, a connection that cannot be accepted, out of memory
 * for example, would end the process. Nagle's algorithm stays on for small frames of HTTP/2, as in grpc-js's own
 * server.
 */
export function grpcListener(grpc: GrpcServer, tls?: ServiceTls): Listener {
  // One subscription, however many servers a process has.
  unsubscribe(NEW_STREAM, refuseCompression);
  subscribe(NEW_STREAM, refuseCompression);
  const http2 = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const take = (socket: Socket) => http2.injectConnection(socket);
  if (!tls) return new Listener(createServer(take).on('error', unaccepted));
  const options = { ...tls, ALPNProtocols: ['h2'], handshakeTimeout: FIRST_BYTES_WITHIN_MS };
  return new Listener(createSecureServer(options, take).on('error', unaccepted));
}

/**
 * Refuses compressed messages of gRPC before they are unfolded: a small one can unfold to the largest. grpc-js has no
 * option for that, but answers UNIMPLEMENTED to an encoding that it does not know. It always offers those that it does.
 */
function refuseCompression(message: unknown): void {
  const { stream, headers } = message as { stream: ServerHttp2Stream; headers: IncomingHttpHeaders };
  if (!headers['content-type']?.startsWith('application/grpc')) return;
  const encoding = headers['grpc-encoding'] ?? 'identity';
  if (encoding !== 'identity') headers['grpc-encoding'] = `${encoding} (compressed messages are not accepted)`;
  const respond = stream.respond.bind(stream);
  stream.respond = (answer, options) => respond({ ...answer, 'grpc-accept-encoding': 'identity' }, options);
}

/** Node publishes each stream of HTTP/2 here before its server gets it. */
const NEW_STREAM = 'http2.server.stream.created';
