import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Authority } from '../../../dev/testing/certificates.ts';
import { TestReceiver } from '../testing/test-receiver.ts';
import { anywhere } from './guard.ts';
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

/** Only what never ends meets this limit: nothing here waits for a machine that is slow. */
const withShortTimeout = () => senderWith({ timeoutMs: 200 });

describe('a request', () => {
  test('is a POST with headers and body as they were given', async () => {
    receiver.answer = (response) => response.writeHead(200).end('thank you');
    expect(await post(senderWith())).toEqual({ status: 200, error: null, response: 'thank you', retryAfter: null });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hooks', body: '{}', headers: { 'webhook-id': 'e1' } });
  });

  test('uses a connection again', async () => {
    const sender = senderWith();
    for (let i = 0; i < 5; i++) expect(await post(sender)).toMatchObject({ status: 204 });
    // The second request may begin before the first one's connection is free.
    expect(receiver.connections).toBeLessThanOrEqual(2);
  });

  test('brings back what an overloaded receiver asks for', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'Retry-After': '120' }).end();
    expect(await post(senderWith())).toMatchObject({ status: 503, error: null, retryAfter: '120' });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i is an answer, and is not followed', async (status) => {
    const target = await TestReceiver.start();
    ENDS.push(() => target.end());
    receiver.answer = (response) => response.writeHead(status, { Location: target.url }).end();
    expect(await post(senderWith())).toMatchObject({ status, error: null });
    expect(target.connections).toBe(0);
  });
});

describe('an answer', () => {
  test('of any size is read for 64 KiB at most, and kept for 1 KiB', async () => {
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
    // What lay in the buffers of both sockets was sent, too.
    expect(written).toBeLessThan(50 * KIB * KIB);
  });

  test('is text, whatever its bytes are', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0xff, 0]), Buffer.from('é'.repeat(KIB))]);
    receiver.answer = (response) => response.writeHead(200).end(bytes);
    const { response } = await post(senderWith());
    expect(response).toBe(`\uFFFD${'é'.repeat((KIB - 4) / 2)}`);
  });

  test('that never begins is waited for until patience ends', async () => {
    receiver.answer = () => {};
    expect(await post(withShortTimeout())).toEqual({
      status: null,
      error: 'timeout',
      response: null,
      retryAfter: null,
    });
  });

  test('whose body never ends is none, however many bytes come', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const drop = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drop));
    };
    expect(await post(withShortTimeout())).toMatchObject({ status: 200, error: 'timeout', response: null });
  });

  test('whose connection ends before it does is none', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    };
    expect(await post(senderWith())).toMatchObject({ status: 200, error: 'connection_failed', response: null });
  });
});

describe('what is no HTTP', () => {
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

  test('is an invalid answer', async () => {
    const url = await rawServer((socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.9\r\n')));
    expect(await post(senderWith(), url)).toMatchObject({ status: null, error: 'invalid_answer', response: null });
  });

  test('is given up when its headers never end: by their size', async () => {
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

  test('is given up when its headers never end: by the time', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drop = setInterval(() => socket.write('X: 1\r\n'), 10);
      socket.on('close', () => clearInterval(drop));
    });
    expect(await post(withShortTimeout(), url)).toMatchObject({ status: null, error: 'timeout' });
  });

  test('is given up when nobody speaks at all', async () => {
    const url = await rawServer(() => {});
    expect(await post(withShortTimeout(), url)).toMatchObject({ status: null, error: 'timeout' });
  });
});

test('a port where nobody listens is a failed connection', async () => {
  const { url } = receiver;
  await receiver.end();
  receiver = await TestReceiver.start();
  expect(await post(senderWith(), url)).toMatchObject({ status: null, error: 'connection_failed' });
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

  test('of an authority that is trusted are taken', async () => {
    const secure = await secureReceiver();
    const sender = senderWith({ authorities: own.GRPC_TLS_CA });
    expect(await post(sender, `https://localhost:${secure.port}/`)).toMatchObject({ status: 204, error: null });
  });

  test('of another authority, or for another name, are not', async () => {
    const secure = await secureReceiver();
    const ofNobody = post(senderWith(), `https://localhost:${secure.port}/`);
    const ofAnother = post(senderWith({ authorities: own.GRPC_TLS_CA }), `https://127.0.0.1:${secure.port}/`);
    expect(await ofNobody).toMatchObject({ status: null, error: 'tls_failed' });
    expect(await ofAnother).toMatchObject({ status: null, error: 'tls_failed' });
    expect(secure.requests).toEqual([]);
  });
});
