import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { Failure } from '../http/failure.ts';
import { sendDownload } from './answer.ts';

const PARTS = 2_000;
const PART = 'x'.repeat(64 * 1024);

const app = Fastify();
let made = 0;
let isOver = false;
async function* parts() {
  try {
    for (; made < PARTS; made++) yield PART;
  } finally {
    isOver = true;
  }
}
const downloading = new Set<string>();
const file = () => ({ type: 'text/csv', fileName: 'x.csv', parts: parts() });
app.setErrorHandler((error: Failure, _request, reply) => reply.code(error.status).send());
app.get('/', (_request, reply) => sendDownload(reply, file(), { downloading, sessionId: 'a' }));
afterEach(() => app.close());

it('a download is made no faster than it is read, and ends with its reader', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const socket = connect({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, host: '127.0.0.1' });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'readable');
  // More turns than parts: whoever does not wait for the reader has made them all.
  for (let turn = 0; turn < 3 * PARTS; turn++) await setImmediate();
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(PARTS / 4);
  // Another one of the same session would be as much work.
  expect((await fetch(`http://127.0.0.1:${socket.remotePort}/`)).status).toBe(429);
  socket.destroy();
  await expect.poll(() => isOver).toBe(true);
  await expect.poll(() => downloading.size).toBe(0);
});
