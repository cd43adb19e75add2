import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Target } from './target.ts';

/** Clients who ask for something and do not read the answer. */
export interface SlowReaders {
  /** How many of them the gateway has disconnected. */
  readonly disconnected: number;
  /** Ends those that are still there. */
  end(): void;
}

/** Lets so many clients ask for a path below `/api/v4`, each on a connection of its own, and read nothing. */
export async function startSlowReaders(
  { url, authorization }: Target,
  path: string,
  count: number,
): Promise<SlowReaders> {
  const { hostname, port } = new URL(url);
  let disconnected = 0;
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect(Number(port), hostname).pause();
    // What is not read hides that the other side has closed; a write is refused.
    const probe = setInterval(() => socket.write('\r\n'), PROBE_MS);
    socket.on('error', () => disconnected++);
    socket.on('close', () => clearInterval(probe));
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(`GET /api/v4${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`);
  }
  return {
    get disconnected() {
      return disconnected;
    },
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const PROBE_MS = 500;
