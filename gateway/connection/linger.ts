import type { Socket } from 'node:net';

/** How long a client may go on sending after its last answer, in milliseconds. */
export const LINGER_MS = 5_000;
/** How many bytes it may send meanwhile. */
const LINGER_BYTES = 32 * 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/**
 * Ends a connection whose client may still be sending: nothing more is written, and what arrives is dropped, until the client ends the
 * connection too or its time or bytes are used up. Closing immediately would reset the connection, and a reset discards an answer that the
 * client has not read (RFC 9112, 9.6).
 */
export function linger(socket: Socket): void {
  // Detach the parser: what follows is not a request.
  socket.removeAllListeners('data');
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
  socket.resume();
  // A socket that the parser has read and stopped still believes that a read is in progress: an empty push ends it.
  socket.push(NOTHING);
}
