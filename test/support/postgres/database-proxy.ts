import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a service and its database that drops traffic like a bad network. */
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

  /** The URL of the database through the proxy. */
  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return url.href;
  }

  /** The number of connections. */
  get connections(): number {
    return this.#sockets.size / 2;
  }

  /** From now on silently drops responses, or everything; or resets all existing and new connections. */
  lose(what: 'connections' | 'answers' | 'everything'): void {
    this.#lost = what;
    if (what === 'connections') this.cut();
  }

  /** New connections work again; connections with lost data stay silent. */
  recover(): void {
    this.#lost = 'nothing';
  }

  /** Existing connections stay open but carry nothing more, as if the remote machine had died; new ones work. */
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
