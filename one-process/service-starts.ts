import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../platform/core/start-error.ts';
import { FIRST_SERVER } from '../platform/data/placements.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { RunningService } from '../platform/process/service.ts';

/**
 * Migrates and starts the services of a process. Another server than the first one that is away meanwhile keeps nobody
 * else waiting: its services refuse calls, and start when it is back.
 */
export class ServiceStarts {
  readonly #services: readonly RunningService[];
  readonly #log: Logger;
  readonly #away = new Set<RunningService>();
  readonly #stopping = new AbortController();
  #late: Promise<unknown> | undefined;

  constructor(services: readonly RunningService[], log: Logger) {
    this.#services = services;
    this.#log = log;
  }

  /** Migrates all databases in parallel. */
  async migrate(): Promise<void> {
    await Promise.all(this.#services.map((service) => this.#migrate(service)));
  }

  async start(): Promise<void> {
    const present = this.#services.filter((service) => !this.#away.has(service));
    await Promise.all(present.map((service) => service.start()));
    this.#late = Promise.all([...this.#away].map((service) => this.#startLate(service)));
  }

  /** Starts no more of them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#late;
  }

  async #migrate(service: RunningService): Promise<void> {
    try {
      await service.migrate();
    } catch (error) {
      if (service.server === FIRST_SERVER || error instanceof StartError) throw error;
      this.#log.error(
        { err: error, service: service.name },
        'a server is away: its institutions wait until it is back',
      );
      this.#away.add(service);
    }
  }

  async #startLate(service: RunningService): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await delay(RETRY_MS, undefined, { signal, ref: false });
        await service.migrate();
        await service.start();
        this.#log.info({ service: service.name }, 'a server is back');
        return;
      } catch (error) {
        this.#log.debug({ err: error, service: service.name }, 'a server is still away');
      }
    }
  }
}

const RETRY_MS = 2_000;
