import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A client's connection to a port, byte by byte: it sends what no HTTP client would, reads when the test wants it to, and may go on sending
 * when the other side has ended.
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
    // A reset is a way of closing, too.
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

  /** Sends bytes, all of them, and reads nothing meanwhile. False when the other side does not take them all. */
  send(bytes: string | Uint8Array): Promise<boolean> {
    const sent = new Promise<boolean>((resolve) => this.#socket.write(bytes, (error) => resolve(!error)));
    return Promise.race([sent, this.#closed.then(() => false)]);
  }

  /** Reads until what has come matches; returns all that has come. Fails when the other side closes before. */
  async read(pattern: RegExp): Promise<string> {
    this.#socket.resume();
    while (!pattern.test(this.#text)) {
      if (this.#socket.closed) throw new Error(`closed after: ${this.#text}`);
      await Promise.race([once(this.#socket, 'text'), this.#closed]);
    }
    this.#socket.pause();
    return this.#text;
  }

  /** Reads until the other side has ended, and closes; returns all that has come. */
  async readToEnd(): Promise<string> {
    this.#socket.resume();
    await Promise.race([this.#ended, this.#closed]);
    this.close();
    return this.#text;
  }

  /** Reads, and sends a piece again and again, until the other side takes no more; returns how many bytes were sent. */
  async sendForEver(piece: Uint8Array): Promise<number> {
    this.#socket.resume();
    let bytes = 0;
    for (; !this.#socket.closed && (await this.send(piece)); bytes += piece.length);
    return bytes;
  }

  /** Ends this side; the other one may still send. */
  endSending(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }
}
