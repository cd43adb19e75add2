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

function tryPort(port: number): Promise<number | null> {
  return listenBriefly(port, '127.0.0.1').catch(() => null);
}

/** Listens on a port for a moment; throws what Node throws where it cannot be had. Returns the port, which is the system's choice for 0. */
export async function listenBriefly(port: number, host: string): Promise<number> {
  const server = createServer().on('error', () => undefined);
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } finally {
    server.close();
  }
}
