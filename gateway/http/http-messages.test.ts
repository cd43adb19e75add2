import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { systemIds } from '../../platform/core/ids.ts';
import { Connections } from './connections.ts';
import { GatewayCounts } from './gateway-counts.ts';
import { httpMessages } from './http-messages.ts';

const KIB = 1024;

it('reads the beginning of a large body once, and no more until somebody wants it', async () => {
  const connections = new Connections();
  const counts = new GatewayCounts();
  const app = Fastify(httpMessages.serverOptions({ errorsBaseUrl: () => '', ids: systemIds, connections, counts }));
  const arrived = new Promise<IncomingMessage>((resolve) => {
    // It never calls back, so that nobody reads the body.
    app.addHook('onRequest', (request, _reply, _done) => resolve(request.raw));
  });
  app.post('/', () => ({}));
  await app.listen();
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  await once(client, 'connect');
  client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${1024 * KIB}\r\n\r\n${' '.repeat(1024 * KIB)}`);
  const request = await arrived;
  for (let iterations = 0; iterations < 100; iterations++) await new Promise(setImmediate);
  expect(request.readableLength).toBeGreaterThan(0);
  expect(request.socket.bytesRead).toBeLessThanOrEqual(64 * KIB);
  request.socket.destroy();
  await app.close();
});
