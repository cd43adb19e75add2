import type { EventEmitter } from 'node:events';
import type { Server, ServerCredentials } from '@grpc/grpc-js';

/**
 * Starts listening on an address such as `127.0.0.1:9090`, port 0 for any free one; returns the port. If a connection cannot be accepted later,
 * out of memory for example, only its caller is affected.
 */
export async function bindServer(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  // Trap: once bound, grpc-js removes its error listeners from its HTTP/2 servers, which it does not expose.
  const { http2Servers } = server as unknown as { http2Servers: ReadonlyMap<EventEmitter, unknown> };
  for (const each of http2Servers.keys()) each.on('error', () => undefined);
  return port;
}
