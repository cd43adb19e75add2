import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { LingeringConnections } from './lingering-connections.ts';

const KIB = 1024;
const SENT = 2 * KIB * KIB;
const CLIENTS = 40;

it('reads a few connections in each iteration of the event loop, and every one to its end', async () => {
  const lingering = new LingeringConnections();
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    lingering.add(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const readSoFar = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  let most = 0;
  let before = 0;
  const watch = () => {
    const bytes = readSoFar();
    most = Math.max(most, bytes - before);
    before = bytes;
    watching = setImmediate(watch);
  };
  let watching = setImmediate(watch);

  const clients = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1').end(Buffer.alloc(SENT)).resume());
  await Promise.all(clients.map((client) => once(client, 'close')));
  await once(server.close(), 'close');
  clearImmediate(watching);

  expect(readSoFar()).toBe(CLIENTS * SENT);
  expect(most).toBeLessThan(KIB * KIB);
});
