import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anywhere } from '../../libraries/outbound-guard/index.ts';
import { Authority } from '../../test/support/calls/certificates.ts';
import { TestReceiver } from '../../test/support/webhooks/test-receiver.ts';
import { Sender } from './sender.ts';

const KIB = 1024;
const ENDS: (() => unknown)[] = [];
let receiver: TestReceiver;

beforeEach(async () => {
  receiver = await TestReceiver.start();
  ENDS.push(() => receiver.end());
});

afterEach(async () => {
  for (const end of ENDS.splice(0).reverse()) await end();
});

function senderWith(options: { timeoutMs?: number; authorities?: string } = {}) {
  const sender = new Sender({ guard: anywhere, ...options });
  ENDS.push(() => sender.close());
  return sender;
}

const post = (sender: Sender, url = receiver.url) => sender.send({ url, headers: { 'webhook-id': 'e1' }, body: '{}' });

/** Only a response that never ends reaches this limit: no test depends on the speed of the machine. */
const withShortTimeout = () => senderWith({ timeoutMs: 200 });

describe('a request', () => {
  test('reuses a connection', async () => {
    const sender = senderWith();
    for (let i = 0; i < 5; i++) expect(await post(sender)).toMatchObject({ status: 204 });
    // The second request may start before the first one's connection is free.
    expect(receiver.connections).toBeLessThanOrEqual(2);
  });

  test('returns the Retry-After of an overloaded receiver', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'Retry-After': '120' }).end();
    expect(await post(senderWith())).toMatchObject({ status: 503, error: null, retryAfter: '120' });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i is a response, and is not followed', async (status) => {
    const target = await TestReceiver.start();
    ENDS.push(() => target.end());
    receiver.answer = (response) => response.writeHead(status, { Location: target.url }).end();
    expect(await post(senderWith())).toMatchObject({ status, error: null });
    expect(target.connections).toBe(0);
  });
});

describe('a response', () => {
  test('of any size is read up to 64 KiB, and stored up to 1 KiB', async () => {
    let written = 0;
    const gone = new Promise<void>((resolve) => {
      receiver.answer = (response) => {
        response.writeHead(200);
        const more = () => {
          while (response.write(Buffer.alloc(16 * KIB, 'a'))) written += 16 * KIB;
        };
        response.on('drain', more).on('close', resolve);
        more();
      };
    });
    expect(await post(senderWith())).toEqual({
      status: 200,
      error: null,
      response: 'a'.repeat(KIB),
      retryAfter: null,
    });
    await gone;
    // Includes what was in the buffers of both sockets.
    expect(written).toBeLessThan(50 * KIB * KIB);
  });

  test('becomes text, whatever its bytes', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0]), Buffer.from('é'.repeat(KIB))]);
    receiver.answer = (response) => response.writeHead(200).end(bytes);
    const { response } = await post(senderWith());
    expect(response).toBe(`\uFFFD${'é'.repeat((KIB - 4) / 2)}`);
  });

  test('that never begins ends with the timeout', async () => {
    receiver.answer = () => {};
    expect(await post(withShortTimeout())).toEqual({
      status: null,
      error: 'timeout',
      response: null,
      retryAfter: null,
    });
  });

  test('whose body never ends does not count, however many bytes arrive', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const drop = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drop));
    };
    expect(await post(withShortTimeout())).toMatchObject({ status: 200, error: 'timeout', response: null });
  });

  test('whose connection ends early does not count', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    };
    expect(await post(senderWith())).toMatchObject({ status: 200, error: 'connection_failed', response: null });
  });
});

describe('anything that is not HTTP', () => {
  async function rawServer(serve: (socket: Socket) => void) {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      serve(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ENDS.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  test('is an invalid response', async () => {
    const url = await rawServer((socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.9\r\n')));
    expect(await post(senderWith(), url)).toMatchObject({ status: null, error: 'invalid_answer', response: null });
  });

  test('is abandoned if its headers never end: by their size', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (!socket.destroyed && socket.write(`X-More: ${'a'.repeat(KIB)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    expect(await post(senderWith(), url)).toMatchObject({ status: null, error: 'invalid_answer' });
  });

  test('is abandoned if its headers never end: by the timeout', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drop = setInterval(() => socket.write('X: 1\r\n'), 10);
      socket.on('close', () => clearInterval(drop));
    });
    expect(await post(withShortTimeout(), url)).toMatchObject({ status: null, error: 'timeout' });
  });

  test('is abandoned if nothing arrives', async () => {
    const url = await rawServer(() => {});
    expect(await post(withShortTimeout(), url)).toMatchObject({ status: null, error: 'timeout' });
  });
});

test('a port without a listener is a failed connection', async () => {
  // A port that was in use a moment ago may be in use again.
  const url = Object.assign(new URL(receiver.url), { port: '1' });
  expect(await post(senderWith(), url.href)).toMatchObject({ status: null, error: 'connection_failed' });
});

describe('certificates', () => {
  const authority = new Authority('receivers');
  const own = authority.issue('localhost');
  const tls = { key: own.GRPC_TLS_KEY, cert: own.GRPC_TLS_CERT };
  authority.remove();

  async function secureReceiver() {
    const secure = await TestReceiver.start({ tls });
    ENDS.push(() => secure.end());
    return secure;
  }

  test('of a trusted authority are accepted', async () => {
    const secure = await secureReceiver();
    const sender = senderWith({ authorities: own.GRPC_TLS_CA });
    expect(await post(sender, `https://localhost:${secure.port}/`)).toMatchObject({ status: 204, error: null });
  });

  test('of another authority, or for another name, are rejected', async () => {
    const secure = await secureReceiver();
    const untrusted = post(senderWith(), `https://localhost:${secure.port}/`);
    const ofAnother = post(senderWith({ authorities: own.GRPC_TLS_CA }), `https://127.0.0.1:${secure.port}/`);
    expect(await untrusted).toMatchObject({ status: null, error: 'tls_failed' });
    expect(await ofAnother).toMatchObject({ status: null, error: 'tls_failed' });
    expect(secure.requests).toEqual([]);
  });
});
