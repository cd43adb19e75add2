import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { systemIds } from './ids.ts';

/** Node's error for a message that never becomes a request. */
export interface MessageFault {
  readonly code?: string | undefined;
  /** The bytes that arrived last. */
  readonly rawPacket?: unknown;
}

/** The status and the explanation for a message that Node's parser rejects. */
export function rejectionOf({ code = '', rawPacket }: MessageFault): {
  readonly status: number;
  readonly detail: string;
} {
  if (code !== 'HPE_HEADER_OVERFLOW')
    return { status: 400, detail: DETAILS.get(code) ?? 'This is not an HTTP request.' };
  // Node counts the first line and the headers together.
  return Buffer.isBuffer(rawPacket) && LONG_TARGET.test(rawPacket.toString('latin1', 0, PEEK_BYTES))
    ? { status: 414, detail: 'The target of the request is too long: with the headers it may have 16 KiB.' }
    : { status: 431, detail: 'The headers are too large: with the first line they may have 16 KiB.' };
}

/** Answers such a message with a problem and ends its connection, at a server that has none of its own. */
export function rejectMessage(fault: MessageFault, socket: Socket): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, detail } = rejectionOf(fault);
  const id = systemIds.newRequestId();
  const body = problemText(status, detail, id);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...['connection: close', `x-request-id: ${id}`, 'content-type: application/problem+json'],
    ...['cache-control: no-store', 'x-content-type-options: nosniff', `content-length: ${Buffer.byteLength(body)}`],
  ];
  // Further bytes are dropped: closing the connection before they arrive would lose the answer.
  socket.resume().end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** A problem (RFC 9457) of a server that has no pages about its codes. */
export function problemText(status: number, detail: string, requestId: string): string {
  const title = STATUS_CODES[status];
  return JSON.stringify({
    type: 'about:blank',
    code: 'bad_request',
    title,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
  });
}

const DETAILS = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'The request did not arrive in time.'],
  ['CONNECT', 'This server does not open tunnels.'],
]);
const PEEK_BYTES = 16 * 1024;
/** A first line of which the target takes more than half of the size that a head may have. */
const LONG_TARGET = /^[A-Z]+ [^\r\n]{8192}/;
const LINGER_MS = 1_000;
