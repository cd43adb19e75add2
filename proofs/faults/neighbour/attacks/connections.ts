import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { requestHead } from '../../../../test/support/raw-http.ts';
import type { Attacker } from '../attacker.ts';
import { type Attack, at, attack, largestPage, longCalendar, post } from './attack.ts';

/** Clients that request large pages and read nothing or almost nothing of them: each is rejected or disconnected. */
function readers(name: string, bytesPerSecond: number): Attack {
  return {
    name,
    allowed: ['200', 'disconnected', '503 unread', '429 unread'],
    bounds: ['disconnected'],
    run: (attacker) =>
      attacker.keepDoing(40, () => readSlowly(attacker, largestPage(attacker.order.institution), bytesPerSecond)),
  };
}

export const noReaders = readers('readers who do not read', 0);
export const slowReaders = readers('readers of 2 KiB a second', 2_048);

/** Idle connections, or ones with a partial request, as many as the Ingress allows for one address. */
export const idleConnections = attack(
  'connections left idle',
  ['open', 'disconnected', '408 no problem', '408 bad_request'],
  async (attacker) => {
    const { authorization } = attacker.order;
    const body = `${requestHead('POST /api/v4/users', { authorization, 'content-length': '1048576' })}{"name":"`;
    const head = body.slice(0, body.indexOf('idempotency-key'));
    const sockets: Socket[] = [];
    for (let n = 0; n < INGRESS_CONNECTIONS && !attacker.isOver; n++) {
      const socket = await open(attacker);
      socket.write(at(['', head, body], n));
      sockets.push(socket);
    }
    while (!attacker.isOver) await delay(100);
    for (const socket of sockets) {
      attacker.count(socket.closed || socket.errored ? 'disconnected' : 'open');
      socket.destroy();
    }
  },
  { bounds: ['open', 'disconnected'] },
);

/** Expensive requests whose client disconnects as soon as they are sent. */
export const disconnectAtOnce: Attack = {
  name: 'clients who go at once',
  allowed: ['gone'],
  bounds: ['gone'],
  async run(attacker) {
    const { institution } = attacker.order;
    let count = 0;
    await attacker.keepDoing(20, async () => {
      const socket = await openRequest(attacker, at([largestPage, longCalendar], count++)(institution));
      // Long enough for the services to be working on the request.
      await delay(count % 50);
      socket.destroy();
      attacker.count('gone');
    });
  },
};

/**
 * Bodies of a byte a second, of two clients of one institution and of one of another: together they hold and wait for
 * as much of a service as two institutions can. They end after the last list that a third institution asks for, so that
 * none is answered because they have ended.
 */
export const slowBodies = attack(
  'slow bodies of two institutions',
  ['of a third: 200', '400', '503', '429', 'open'],
  async (attacker) => {
    const authorization = attacker.order.others[1] ?? '';
    const lists = new AbortController();
    const askForList = async () => {
      await delay(BYTE_EVERY_MS);
      await attacker.send({ path: '/courses?limit=5', headers: { authorization }, countedAs: 'of a third: ' });
    };
    await Promise.all([
      ...slowClients(attacker).map((client) =>
        attacker.keepDoing(30, () => sendSlowly(attacker, client, lists.signal)),
      ),
      attacker.keepDoing(1, askForList).finally(() => lists.abort()),
    ]);
  },
  {
    needsNoAppointments: true,
    others: 2,
    async prepare(attacker) {
      // Each gateway knows that their creates have small answers, so that a body costs what bodies cost.
      for (const client of [...slowClients(attacker), ...slowClients(attacker)]) {
        const body = Buffer.from(JSON.stringify({ email: `${randomUUID()}@slow.example`, name: 'Small' }));
        await attacker.sendDirectly(post('/users', body, client));
      }
    },
  },
);

/** Two of them are of one institution. */
function slowClients({ order: { colleagues, others } }: Attacker): readonly string[] {
  return [...colleagues.slice(0, 2), ...others.slice(0, 1)];
}

/** Sends a byte a second until the gateway answers or the attack has ended. */
async function sendSlowly(attacker: Attacker, authorization: string, ended: AbortSignal): Promise<void> {
  await attacker.ingress();
  const socket = await open(attacker);
  const answered = once(socket, 'data').then(
    ([data]) => /^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? 'cut off',
    () => 'cut off',
  );
  socket.write(requestHead('POST /api/v4/users', { authorization, 'content-length': String(SLOW_BYTES) }));
  let outcome: string | undefined;
  while (!outcome && !ended.aborted) {
    socket.write(' ');
    outcome = await Promise.race([answered, delay(BYTE_EVERY_MS, undefined)]);
  }
  attacker.count(outcome ?? 'open');
  socket.destroy();
}

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
  const { authorization } = attacker.order;
  socket.write(requestHead(`GET /api/v4${path}`, { authorization, connection: 'close' }));
  return socket;
}

async function open(attacker: Attacker): Promise<Socket> {
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
const BYTE_EVERY_MS = 1_000;
const SLOW_BYTES = 200 * 1024;
