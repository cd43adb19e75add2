import type { EventEmitter } from 'node:events';
import { promisify } from 'node:util';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { HealthStates } from './health-states.ts';

/** The health name for liveness of the process, independent of its database; `''` is its readiness. */
export const LIVENESS = 'liveness';

/**
 * Serves only `grpc.health.v1`, unencrypted and to anyone, on a separate port: the probes of an orchestrator have no certificate, which all other
 * calls require. Answers until the process ends, so that a drain is visible.
 */
export class ProbeServer {
  readonly #server = new Server();
  readonly #address: string;

  /** @param address `0.0.0.0:9091`; port 0 chooses a free one */
  constructor(address: string, health: HealthStates) {
    this.#address = address;
    health.addTo(this.#server);
  }

  /** Starts listening; returns the port. */
  async start(): Promise<number> {
    const server = this.#server;
    const port = await promisify(server.bindAsync.bind(server))(this.#address, ServerCredentials.createInsecure());
    // Trap: once bound, grpc-js removes its error listeners from its HTTP/2 servers, which it does not expose. If a connection cannot be accepted
    // later, out of memory for example, only its caller is affected.
    const { http2Servers } = server as unknown as { http2Servers: ReadonlyMap<EventEmitter, unknown> };
    for (const each of http2Servers.keys()) each.on('error', () => undefined);
    return port;
  }

  stop(): void {
    this.#server.forceShutdown();
  }
}
