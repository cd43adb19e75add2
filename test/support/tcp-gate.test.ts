import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TcpGate } from './tcp-gate.ts';

/** An echo server with a proxy in front of it. */
let server: Server;
let gate: TcpGate;
let caller: Socket;
beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  gate = await TcpGate.to(() => (server.address() as AddressInfo).port);
  caller = connect(gate.port, '127.0.0.1').setEncoding('utf8');
});
afterEach(async () => {
  caller.destroy();
  await gate.close();
  server.close();
});

/** Reads until that many characters have arrived. */
async function hear(length: number): Promise<string> {
  let heard = '';
  while (heard.length < length) heard += (await once(caller, 'data'))[0];
  return heard;
}

it('passes everything on in order, even while the lag changes', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `${index},`);
  const heard = hear(words.join('').length);
  for (const [index, word] of words.entries()) {
    gate.delay(index % 3 === 0 ? 12 : 0);
    caller.write(word);
    await new Promise(setImmediate);
  }
  expect(await heard).toBe(words.join(''));
});

it('holds data back while it is slow, and passes it on when it is open', async () => {
  caller.write('a');
  expect(await hear(1)).toBe('a');
  gate.set('slow');
  caller.write('b');
  gate.set('open');
  gate.set('open');
  expect(await hear(1)).toBe('b');
});

it('closes connections when it is shut, and accepts none', async () => {
  caller.write('a');
  expect(await hear(1)).toBe('a');
  gate.set('shut');
  await once(caller, 'close');
  const next = connect(gate.port, '127.0.0.1').on('error', () => undefined);
  await once(next, 'close');
});
