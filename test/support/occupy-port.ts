import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Listens on a loopback port until the returned function is called; if another program has the port, that is enough.
 */
export async function occupyPort(port: number): Promise<() => Promise<void>> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
  });
  return async () => {
    server.close();
  };
}
