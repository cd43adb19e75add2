import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A raw client connection to a port: it sends what no HTTP client would, reads when the test tells it to, and can keep
 * sending after the server has closed its side.
 */
export class RawConnection {
  readonly #socket: Socket;
  readonly #ended: Promise<unknown>;
  readonly #closed: Promise<unknown>;
  #text = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#ended = new Promise((resolve) => socket.once('end', resolve));
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
    // A reset also closes the connection.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1');
      socket.emit('text');
    });
    socket.pause();
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  /** Sends all bytes without reading. Returns false if the server does not accept them all. */
  send(bytes: string | Uint8Array): Promise<boolean> {
    const sent = new Promise<boolean>((resolve) => this.#socket.write(bytes, (error) => resolve(!error)));
    return Promise.race([sent, this.#closed.then(() => false)]);
  }

  /** Reads until the received text matches; returns all of it. Throws if the server closes before. */
  async read(pattern: RegExp): Promise<string> {
    this.#socket.resume();
    while (!pattern.test(this.#text)) {
      if (this.#socket.closed) throw new Error(`closed after: ${this.#text}`);
      await Promise.race([once(this.#socket, 'text'), this.#closed]);
    }
    this.#socket.pause();
    return this.#text;
  }

  /** Reads until the server has closed its side, then closes; returns everything received. */
  async readToEnd(): Promise<string> {
    this.#socket.resume();
    await Promise.race([this.#ended, this.#closed]);
    this.close();
    return this.#text;
  }

  /** Reads, and sends a chunk repeatedly until the server accepts no more; returns the number of bytes sent. */
  async sendForEver(piece: Uint8Array): Promise<number> {
    this.#socket.resume();
    let bytes = 0;
    for (; !this.#socket.closed && (await this.send(piece)); bytes += piece.length);
    return bytes;
  }

  /** Closes this side; the server can still send. */
  endSending(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }
}
