import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { createServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import { FIRST_BYTES_WITHIN_MS, Listener, unaccepted } from './listener.ts';
import type { ServiceTls } from './tls.ts';

/**
 * Listens for a server of grpc-js. Trap: if that listened itself, a connection that cannot be accepted, out of memory
 * for example, would end the process. Nagle's algorithm stays on for small frames of HTTP/2, as in grpc-js's own server.
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
