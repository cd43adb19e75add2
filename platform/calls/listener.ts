import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on one address, with the connections that it has accepted. */
export class Listener {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** @param server one of Node's, for any protocol, that listens for `error` with {@link unaccepted} */
  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Starts listening on an address such as `127.0.0.1:9090`, port 0 for any free one; returns the port. */
  async listen(address: string): Promise<number> {
    const colon = address.lastIndexOf(':');
    const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject).listen({ host, port: Number(address.slice(colon + 1)) }, resolve);
    await promise.finally(() => this.#server.off('error', reject));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Accepts no more connections, and ends silent ones. Resolves when all have ended. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** Ends all connections at once. */
  cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** If a connection cannot be accepted, out of memory for example, only its caller is affected. */
export function unaccepted(): void {}

/** How soon a new connection must show what it wants: its TLS handshake, its headers. */
export const FIRST_BYTES_WITHIN_MS = 10_000;
