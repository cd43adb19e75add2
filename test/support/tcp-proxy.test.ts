import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TcpProxy } from './tcp-proxy.ts';

/** A server that says everything back, and a gate before it. */
let server: Server;
let proxy: TcpProxy;
let caller: Socket;
beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await TcpProxy.to(() => (server.address() as AddressInfo).port);
  caller = connect(proxy.port, '127.0.0.1').setEncoding('utf8');
});
afterEach(async () => {
  caller.destroy();
  await proxy.close();
  server.close();
});

/** Reads until so many characters have come. */
async function receive(length: number): Promise<string> {
  let received = '';
  while (received.length < length) received += (await once(caller, 'data'))[0];
  return received;
}

it('lets everything through in its order, also while its lag changes', async () => {
  const chunks = Array.from({ length: 60 }, (_, index) => `${index},`);
  const received = receive(chunks.join('').length);
  for (const [index, chunk] of chunks.entries()) {
    proxy.delay(index % 3 === 0 ? 12 : 0);
    caller.write(chunk);
    await new Promise(setImmediate);
  }
  expect(await received).toBe(chunks.join(''));
});

it('holds back what comes while it is slow, and lets it go when it is open', async () => {
  caller.write('a');
  expect(await receive(1)).toBe('a');
  proxy.set('slow');
  caller.write('b');
  proxy.set('open');
  proxy.set('open');
  expect(await receive(1)).toBe('b');
});

it('ends connections when it is shut, and takes none', async () => {
  caller.write('a');
  expect(await receive(1)).toBe('a');
  proxy.set('shut');
  await once(caller, 'close');
  const next = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  await once(next, 'close');
});
