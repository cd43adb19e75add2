import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Lag } from './lag.ts';

type Mode = 'open' | 'shut' | 'slow';

/** One direction of a connection: data passes through the lag. */
interface Way {
  readonly from: Socket;
  readonly lag: Lag;
}

/**
 * A TCP proxy before a server on this machine. A test can shut it (connections are refused) or slow it down (nothing passes until it is open again, or
 * everything passes late).
 */
export class TcpGate {
  readonly #server: Server;
  readonly #connections = new Set<readonly [there: Way, back: Way]>();
  #mode: Mode = 'open';
  #lagMs = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param portOf called for each connection: the server's port may have changed */
  static async to(portOf: () => number): Promise<TcpGate> {
    const gate: TcpGate = new TcpGate(createServer((caller) => gate.#connect(caller, portOf())));
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
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
    const connection = [this.#way(caller, callee), this.#way(callee, caller)] as const;
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

  #way(from: Socket, to: Socket): Way {
    const lag = new Lag(() => this.#lagMs);
    lag.pipe(to);
    return { from, lag };
  }

  #apply(connection: readonly [Way, Way]): void {
    for (const { from, lag } of connection) {
      if (this.#mode === 'shut') from.destroy();
      else if (this.#mode === 'slow') from.unpipe(lag).pause();
      else from.pipe(lag);
    }
  }
}
