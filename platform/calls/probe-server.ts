import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { HealthImplementation } from 'grpc-health-check';
import { bindServer } from './bind-server.ts';

/** The name under which health says that the process lives, whatever its database does; `''` is its readiness. */
export const LIVENESS = 'liveness';

/**
 * Answers `grpc.health.v1` and nothing else, unencrypted and to anybody, on a port of its own: a platform's probes have no certificate to
 * show where all other calls ask for one. Answers until the process ends, so that a drain is seen as one.
 */
export class ProbeServer {
  readonly #server = new Server();
  readonly #address: string;

  /** @param address `0.0.0.0:9091`; port 0 takes a free one */
  constructor(address: string, health: HealthImplementation) {
    this.#address = address;
    health.addToServer(this.#server);
  }

  /** Begins to listen; returns the port. */
  start(): Promise<number> {
    return bindServer(this.#server, this.#address, ServerCredentials.createInsecure());
  }

  stop(): void {
    this.#server.forceShutdown();
  }
}
