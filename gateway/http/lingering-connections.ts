import type { Socket } from 'node:net';

/** How long a client may go on sending after its last answer, in milliseconds. */
export const LINGER_MS = 5_000;
/** How many bytes it may send meanwhile. */
const LINGER_BYTES = 32 * 1024 * 1024;
/** How many connections are read in one iteration of the event loop, each up to 128 KiB. */
const CONNECTIONS_PER_TURN = 4;

const NOTHING = Buffer.alloc(0);

/**
 * Ends connections whose clients may still be sending: nothing more is written, and incoming bytes are dropped, until
 * the client ends the connection too or its time or bytes are used up. Closing immediately would reset the connection,
 * and a reset discards an answer that the client has not read (RFC 9112, 9.6).
 *
 * Lingering connections are read in turns, because reading many rejected bodies as fast as they arrive blocks the event
 * loop.
 */
export class LingeringConnections {
  readonly #waiting: Socket[] = [];
  #isTurnDue = false;

  add(socket: Socket): void {
    // Detach the parser: the bytes that follow are not a request.
    socket.removeAllListeners('data');
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LINGER_BYTES) socket.destroy();
      else this.#wait(socket);
    });
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
    socket.end();
    this.#wait(socket);
    // A socket that the parser has read and stopped still believes that a read is in progress: an empty push ends it.
    socket.push(NOTHING);
  }

  #wait(socket: Socket): void {
    socket.pause();
    this.#waiting.push(socket);
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => this.#readNext());
  }

  #readNext(): void {
    this.#isTurnDue = this.#waiting.length > CONNECTIONS_PER_TURN;
    if (this.#isTurnDue) setImmediate(() => this.#readNext());
    for (const socket of this.#waiting.splice(0, CONNECTIONS_PER_TURN)) socket.resume();
  }
}
