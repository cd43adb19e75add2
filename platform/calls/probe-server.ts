import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { HealthImplementation } from 'grpc-health-check';
import { bindServer } from './bind-server.ts';

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
  constructor(address: string, health: HealthImplementation) {
    this.#address = address;
    health.addToServer(this.#server);
  }

  /** Starts listening; returns the port. */
  start(): Promise<number> {
    return bindServer(this.#server, this.#address, ServerCredentials.createInsecure());
  }

  stop(): void {
    this.#server.forceShutdown();
  }
}
