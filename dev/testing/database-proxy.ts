import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** Stands between a service and its database, to lose what is sent as a bad network does. */
export class DatabaseProxy {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #stranded = new WeakSet<Socket>();
  #lost: 'nothing' | 'connections' | 'answers' | 'everything' = 'nothing';

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

  /** From now on answers, or what is asked too, are lost, and nobody is told; or else connections, existing and new ones, are reset. */
  lose(what: 'connections' | 'answers' | 'everything'): void {
    this.#lost = what;
    if (what === 'connections') this.cut();
  }

  /** Lets new connections pass again; those that have lost something stay silent. */
  recover(): void {
    this.#lost = 'nothing';
  }

  /** The connections that there are stand, but nothing comes through them any more, as when the machine behind them is gone; new ones pass. */
  strand(): void {
    for (const socket of this.#sockets) this.#stranded.add(socket);
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
    if (this.#lost === 'connections') return void near.resetAndDestroy();
    const far = createConnection(Number(this.#target.port), this.#target.hostname);
    this.#forward(near, far, () => this.#lost === 'everything');
    this.#forward(far, near, () => this.#lost === 'answers' || this.#lost === 'everything');
  }

  #forward(from: Socket, to: Socket, isLost: () => boolean): void {
    this.#sockets.add(from);
    let lost = false;
    from.on('data', (bytes) => {
      lost ||= isLost() || this.#stranded.has(from);
      if (!lost) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
