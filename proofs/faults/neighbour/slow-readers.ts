import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Target } from './target.ts';

/** Clients that send a request and do not read the response. */
export interface SlowReaders {
  /** How many the gateway has disconnected. */
  readonly disconnected: number;
  /** Closes the remaining ones. */
  end(): void;
}

/** Has that many clients request a path below `/api/v4`, each on its own connection, without reading. */
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
    // Unread data hides that the gateway has closed the connection; a write fails.
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
