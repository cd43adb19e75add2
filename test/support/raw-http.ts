import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { pathOf } from '../../gateway/http/request-target.ts';
import { readAnswer } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';

/**
 * Sends bytes to a port, and returns everything received until the server closes; an empty text if it sends nothing.
 */
export function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    // A reset also closes the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/**
 * The head of an HTTP/1.1 request with a JSON body and a new idempotency key; `headers` are added, or replace the
 * defaults.
 */
export function requestHead(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = { host: 'x', 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** One chunk of a chunked body. */
export function chunk(bytes: string): string {
  return `${bytes.length.toString(16)}\r\n${bytes}\r\n`;
}

/** The statuses of all responses on a connection, in order. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

/** Sends a request line and headers unchanged; the response is checked like any other. */
export async function sendRaw(
  port: number,
  requestLine: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<TestAnswer> {
  const head = Object.entries({ host: 'lyceum.example', connection: 'close', ...headers });
  const text = [requestLine, ...head.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
  return parseAnswer(await exchange(port, Buffer.from(text, 'latin1')), requestLine);
}

/** Parses the text of a response. */
export function parseAnswer(text: string, requestLine = ''): Promise<TestAnswer> {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = requestLine.split(' ');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
  const response = new Response(body === '' ? null : body, { status, headers });
  return readAnswer(response, method, pathOf(target));
}
