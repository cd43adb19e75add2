import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Stands between a service and its database, to lose what is sent as a bad network does. */
export class DatabaseProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #frozen = false;

  private constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
    this.#server = createServer((socket) => this.#connect(socket));
  }

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(databaseUrl);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  /** The database, by way of the proxy. */
  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return url.href;
  }

  /** How many connections there are. */
  get connections(): number {
    return this.#sockets.size / 2;
  }

  /** From now on nothing passes, and nobody is told. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Lets new connections pass again; what was frozen stays lost. */
  thaw(): void {
    this.#frozen = false;
  }

  /** Resets every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect(near: Socket): void {
    const far = createConnection(Number(this.#target.port), this.#target.hostname);
    this.#forward(near, far);
    this.#forward(far, near);
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    let lost = false;
    from.on('data', (bytes) => {
      lost ||= this.#frozen;
      if (!lost) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
