import { Server } from '@grpc/grpc-js';
import type { HealthStates } from './health-states.ts';
import type { Listener } from './listener.ts';
import { grpcListener } from './listener.ts';

/**
 * Serves only `grpc.health.v1`, unencrypted and to anyone, on a separate port: the probes of an orchestrator have no
 * certificate, which all other calls require. Answers until the process ends, so that a drain is visible.
 */
export class ProbeServer {
  readonly #server = new Server();
  readonly #listener: Listener;
  readonly #address: string;

  /** @param address `0.0.0.0:9091`; port 0 chooses a free one */
  constructor(address: string, health: HealthStates) {
    this.#address = address;
    health.addTo(this.#server);
    this.#listener = grpcListener(this.#server);
  }

  /** Starts listening; returns the port. */
  start(): Promise<number> {
    return this.#listener.listen(this.#address);
  }

  stop(): void {
    this.#server.forceShutdown();
    void this.#listener.close();
    this.#listener.cutOff();
  }
}
