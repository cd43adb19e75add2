import { readFileSync } from 'node:fs';
import { Code, ConnectError } from '@connectrpc/connect';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MuxClient, MuxService, serverOptions } from './index.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}

async function start() {
  // README:
  const path = '/shop.v1.Mux/Calls';
  const maxMessageBytes = 4 * 1024 * 1024;

  const server = new Server(serverOptions(maxMessageBytes));
  const service = new MuxService({
    path,
    maxCallMs: 60_000,
    accept: (stream) => {
      const { sslPeerCertificate } = stream.getAuthContext();
      return async ({ method, payload, metadata }) => {
        if (method !== '/shop.v1.Orders/GetOrder') throw new ConnectError('unknown method', Code.Unimplemented);
        const greeting = `${metadata.get('greeting')}, ${sslPeerCertificate?.subject.CN ?? 'stranger'}: `;
        return { payload: Buffer.concat([Buffer.from(greeting), payload]), metadata: [['cache', 'miss']] };
      };
    },
  });
  service.addTo(server);
  const port = await listen(server);

  const client = new MuxClient({ path, maxMessageBytes, targets: [{ host: '127.0.0.1', port }] });
  const until = { deadline: performance.now() + 5_000 };
  const reply = await client.call('/shop.v1.Orders/GetOrder', Buffer.from('order 7'), [['greeting', 'Hello']], until);
  // :README
  ends.push(
    () => server.forceShutdown(),
    () => client.close(),
  );
  return { client, service, reply, until };
}

it('the page shows this', () => {
  const [, shown = ''] =
    /\/\/ README:\n(.*?) {2}\/\/ :README/s.exec(readFileSync(new URL(import.meta.url), 'utf8')) ?? [];
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  expect(page).toContain(shown.replaceAll(/^ {2}/gm, ''));
});

describe('a call', () => {
  it('arrives with its metadata, and so does its answer', async () => {
    const { reply } = await start();
    expect(text(reply.payload)).toBe('Hello, stranger: order 7');
    expect(reply.metadata).toMatchObject([{ name: 'cache', value: 'miss' }]);
  });

  it('is not sent to a server that leaves, nor to any after the client was closed', async () => {
    const { client, service, until } = await start();
    service.leave();
    await vi.waitFor(() => expect(client.addresses.live).toBe(0));
    client.close();
    await expect(client.call('/shop.v1.Orders/GetOrder', Buffer.alloc(0), [], until)).rejects.toMatchObject({
      code: Code.Unavailable,
    });
  });
});
