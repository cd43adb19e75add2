import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The least speed at which bodies must arrive. */
export interface BodySpeed {
  /** On average over each grace period; 0 disables the check. */
  readonly bytesPerSecond: number;
  readonly graceMs: number;
}

/**
 * Ends a request, and its connection, when a grace period brings neither enough of its body nor the rest. Call it when
 * the body is about to be read, for a request that has one.
 */
export function endUnlessReceived(
  request: IncomingMessage,
  response: ServerResponse,
  { bytesPerSecond, graceMs }: BodySpeed,
): void {
  if (bytesPerSecond === 0) return;
  const socket = request.socket as Socket & { readonly server?: Server };
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    const isEnough = socket.bytesRead - received >= (bytesPerSecond * graceMs) / 1_000;
    received = socket.bytesRead;
    if (!request.complete && isEnough) return;
    clearInterval(timer);
    // As Node does when a request does not arrive within its own, longer time.
    if (!request.complete) socket.server?.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
  }, graceMs);
  response.once('close', () => clearInterval(timer));
}
