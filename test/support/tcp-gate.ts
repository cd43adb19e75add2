import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

type Mode = 'open' | 'shut' | 'slow';

/** A way to a server on this machine that a test can shut (nobody is there) or slow down (nothing comes through, until it is open again). */
export class TcpGate {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [caller: Socket, callee: Socket]>();
  #mode: Mode = 'open';

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param portOf asked at each connection: the server may have moved */
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
    this.#mode = mode;
    for (const pair of this.#pairs) this.#apply(pair);
  }

  async close(): Promise<void> {
    this.set('shut');
    this.#server.close();
    await once(this.#server, 'close');
  }

  #connect(caller: Socket, port: number): void {
    const callee = connect(port, '127.0.0.1');
    const pair = [caller, callee] as const;
    this.#pairs.add(pair);
    for (const [one, other] of [pair, [callee, caller] as const]) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
    this.#apply(pair);
  }

  #apply([caller, callee]: readonly [Socket, Socket]): void {
    switch (this.#mode) {
      case 'shut':
        caller.destroy();
        callee.destroy();
        break;
      case 'slow':
        caller.unpipe(callee).pause();
        callee.unpipe(caller).pause();
        break;
      case 'open':
        caller.pipe(callee);
        callee.pipe(caller);
    }
  }
}
