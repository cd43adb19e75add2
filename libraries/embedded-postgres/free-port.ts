import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A port of the loopback that is free now: the preferred one if possible, else any that this process was not given
 * before. The caller listens on it later: the port is below the ephemeral range, so that no connection or other program
 * gets it by chance in the meantime.
 */
export async function findFreePort(preferred: number | null): Promise<number> {
  if (preferred !== null && (await tryPort(preferred)) !== null) return preferred;
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FROM, TO);
    if (given.has(port)) continue;
    given.add(port);
    if ((await tryPort(port)) !== null) return port;
  }
  throw new Error('127.0.0.1 has no free port.');
}

/** Ports already handed out: their callers may not listen on them yet. */
const given = new Set<number>();

const TRIES = 100;
const FROM = 10_240;
const TO = 32_768;

function tryPort(port: number): Promise<number | null> {
  return listenBriefly(port, '127.0.0.1').catch(() => null);
}

/**
 * Listens on a port briefly, and returns it (for 0, the system chooses). Throws Node's error if the port is not
 * available.
 */
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
