import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attacker } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';
import { largestPage, longCalendar } from './reads.ts';

/** Clients that request large pages and read nothing or almost nothing of them: each is rejected or disconnected. */
function readers(name: string, bytesPerSecond: number): Attack {
  return {
    name,
    allowed: ['200', 'disconnected', '503 unread', '429 unread'],
    bounds: ['disconnected'],
    async run(attacker) {
      const path = largestPage(attacker.order.institution);
      await attacker.keepDoing(40, () => readSlowly(attacker, path, bytesPerSecond));
    },
  };
}

export const noReaders = readers('readers who do not read', 0);
export const slowReaders = readers('readers of 2 KiB a second', 2_048);

/** Idle connections, or ones with a partial request, as many as the Ingress allows for one address. */
export const idleConnections: Attack = {
  name: 'connections left idle',
  allowed: ['open', 'disconnected', '408 no problem', '408 bad_request', ...SHED],
  bounds: ['open', 'disconnected'],
  async run(attacker) {
    const head = `POST /api/v4/users HTTP/1.1\r\nhost: x\r\nauthorization: ${attacker.order.authorization}\r\n`;
    const body = `${head}idempotency-key: k\r\ncontent-type: application/json\r\ncontent-length: 1048576\r\n\r\n{"name":"`;
    const parts = ['', head, body];
    const sockets: Socket[] = [];
    for (let n = 0; n < INGRESS_CONNECTIONS && !attacker.isOver; n++) {
      const socket = await open(attacker);
      socket.write(parts[n % parts.length] ?? '');
      sockets.push(socket);
    }
    while (!attacker.isOver) await delay(100);
    for (const socket of sockets) {
      attacker.count(socket.closed || socket.errored ? 'disconnected' : 'open');
      socket.destroy();
    }
  },
};

/** Expensive requests whose client disconnects as soon as they are sent. */
export const disconnectAtOnce: Attack = {
  name: 'clients who go at once',
  allowed: ['gone'],
  bounds: ['gone'],
  async run(attacker) {
    const { institution } = attacker.order;
    const paths = [largestPage(institution), longCalendar(institution)];
    let count = 0;
    await attacker.keepDoing(20, async () => {
      const socket = await openRequest(attacker, paths[count++ % paths.length] ?? '');
      // Long enough for the services to be working on the request.
      await delay(count % 50);
      socket.destroy();
      attacker.count('gone');
    });
  },
};

/**
 * Requests a path and reads that many bytes of the response per second, after the first ones, until the gateway closes
 * the connection.
 */
async function readSlowly(attacker: Attacker, path: string, bytesPerSecond: number): Promise<void> {
  const socket = await openRequest(attacker, path);
  const ended = once(socket, 'close').catch(() => undefined);
  const status = await once(socket, 'readable').then(
    () => /^HTTP\/1.1 (\d+)/.exec(String(socket.read(STATUS_LINE)))?.[1] ?? 'cut off',
    () => 'cut off',
  );
  if (status !== '200') {
    attacker.count(`${status} unread`);
    socket.destroy();
    return;
  }
  // Unread data hides that the gateway has closed the connection; a write fails.
  const step = setInterval(() => {
    if (bytesPerSecond > 0) socket.read((bytesPerSecond * STEP_MS) / 1_000);
    socket.write('\r\n');
  }, STEP_MS);
  await Promise.race([ended, delay(TIMEOUT_MS)]);
  clearInterval(step);
  attacker.count(socket.closed ? 'disconnected' : 'never disconnected');
  socket.destroy();
}

async function openRequest(attacker: Attacker, path: string): Promise<Socket> {
  await attacker.ingress();
  const socket = await open(attacker);
  socket.write(
    `GET /api/v4${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${attacker.order.authorization}\r\nconnection: close\r\n\r\n`,
  );
  return socket;
}

export async function open(attacker: Attacker): Promise<Socket> {
  const { hostname, port } = new URL(attacker.nextUrl());
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** `limit-connections` of the Ingress. */
const INGRESS_CONNECTIONS = 1_000;
/** Bytes that contain the status. */
const STATUS_LINE = 12;
const STEP_MS = 250;
/** Several times the longest time a reader is given. */
const TIMEOUT_MS = 60_000;
