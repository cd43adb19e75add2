import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port of the loopback that is free at this moment: the preferred one if it is, else one of the system's choice. */
export async function findFreePort(preferred: number | null): Promise<number> {
  return (
    (preferred === null ? null : await tryPort(preferred)) ??
    (await tryPort(0)) ??
    Promise.reject(new Error('127.0.0.1 has no free port.'))
  );
}

async function tryPort(port: number): Promise<number | null> {
  const server = createServer().on('error', () => undefined);
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    return null;
  } finally {
    server.close();
  }
}
