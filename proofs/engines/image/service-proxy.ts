import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** An address of a pod's port. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The address of a Service: each connection goes to one of its ready pods, as in a cluster. */
export class ServiceProxy {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param endpoints called for each connection: the ready pods */
  static async start({ host, port }: Endpoint, endpoints: () => readonly Endpoint[]): Promise<ServiceProxy> {
    let next = 0;
    const server = createServer((caller) => {
      const ready = endpoints();
      const endpoint = ready[next++ % ready.length];
      if (endpoint === undefined) return caller.resetAndDestroy();
      const pod = connect(endpoint);
      caller.pipe(pod).pipe(caller);
      caller.once('error', () => pod.destroy()).once('close', () => pod.destroy());
      pod.once('error', () => caller.resetAndDestroy()).once('close', () => caller.destroySoon());
    });
    server.listen(port, host);
    await once(server, 'listening');
    return new ServiceProxy(server);
  }

  close(): void {
    this.#server.close();
  }
}
