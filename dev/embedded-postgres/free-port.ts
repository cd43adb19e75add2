import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A port of the loopback that is free at this moment: the preferred one if it is, else any. Whoever is given it listens there later: it lies below the
 * ports that systems choose from, so that no connection or other program that takes any port has it by then.
 */
export async function findFreePort(preferred: number | null): Promise<number> {
  if (preferred !== null && (await tryPort(preferred)) !== null) return preferred;
  for (let tries = 0; tries < TRIES; tries++) {
    const port = await tryPort(randomInt(FROM, TO));
    if (port !== null) return port;
  }
  throw new Error('127.0.0.1 has no free port.');
}

const TRIES = 100;
const FROM = 10_240;
const TO = 32_768;

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
