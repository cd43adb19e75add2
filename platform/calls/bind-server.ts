import type { EventEmitter } from 'node:events';
import type { Server, ServerCredentials } from '@grpc/grpc-js';

/**
 * Begins to listen on an address such as `127.0.0.1:9090`, port 0 for any free one; returns the port. A connection that cannot be accepted
 * later on, for want of memory say, fails for its caller alone.
 */
export async function bindServer(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  // Trap: the package itself stops listening for errors of its HTTP/2 servers when they are bound, and does not show them.
  const { http2Servers } = server as unknown as { http2Servers: ReadonlyMap<EventEmitter, unknown> };
  for (const each of http2Servers.keys()) each.on('error', () => undefined);
  return port;
}
