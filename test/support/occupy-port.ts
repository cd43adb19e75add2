import { once } from 'node:events';
import { createServer } from 'node:net';

/** Listens on a port of the loopback until the returned function is called; where another program has the port, that one occupies it. */
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
