import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Lag } from './lag.ts';

type Mode = 'open' | 'shut' | 'slow';

/** One direction of a connection: data passes through the lag. */
interface Direction {
  readonly from: Socket;
  readonly lag: Lag;
}

/**
 * A TCP proxy before a server on this machine. A test can shut it (connections are refused) or slow it down (nothing
 * passes until it is open again, or everything passes late).
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #connections = new Set<readonly [there: Direction, back: Direction]>();
  #mode: Mode = 'open';
  #lagMs = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param portOf called for each connection: the server's port may have changed */
  static async to(portOf: () => number, host = '127.0.0.1'): Promise<TcpProxy> {
    const proxy: TcpProxy = new TcpProxy(createServer((caller) => proxy.#connect(caller, portOf())));
    proxy.#server.listen(0, host);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  set(mode: Mode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    for (const connection of this.#connections) this.#apply(connection);
  }

  /** Delays all data from now on, in each direction. */
  delay(ms: number): void {
    this.#lagMs = ms;
  }

  async close(): Promise<void> {
    this.set('shut');
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(caller: Socket, port: number): void {
    const callee = connect({ port, host: '127.0.0.1', noDelay: true });
    caller.setNoDelay(true);
    const connection = [this.#direction(caller, callee), this.#direction(callee, caller)] as const;
    this.#connections.add(connection);
    for (const [one, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        for (const { lag } of connection) lag.destroy();
        this.#connections.delete(connection);
      });
    }
    this.#apply(connection);
  }

  #direction(from: Socket, to: Socket): Direction {
    const lag = new Lag(() => this.#lagMs);
    lag.pipe(to);
    return { from, lag };
  }

  #apply(connection: readonly [Direction, Direction]): void {
    for (const { from, lag } of connection) {
      if (this.#mode === 'shut') from.destroy();
      else if (this.#mode === 'slow') from.unpipe(lag).pause();
      else from.pipe(lag);
    }
  }
}
