import { monotonicMs } from '../../core/clock.ts';
import { withTimeout } from '../../core/with-timeout.ts';

/** A query to another program, sent when a scrape arrives. */
export interface CachedQueryDefinition<T> {
  readonly service: string;
  /** Its name in `lyceum_scrape_errors_total`. */
  readonly query: string;
  run(): Promise<T>;
  /** The value without a result; by default there is none. */
  readonly otherwise?: T;
}

export interface CachedQueryOptions {
  /** How long a scrape waits for a result, in milliseconds. */
  readonly timeoutMs: number;
  /** How long a result is cached, in milliseconds: several scrapers cost no more than one. */
  readonly maxAgeMs: number;
}

/**
 * A cached value that only another program knows. A scrape waits a short time; the query goes on, and only one runs at a time, so that queries do
 * not pile up on a database that hangs.
 */
export class CachedQuery<T> {
  /** The value for the last scrape; undefined if there was no result in time and there is no fallback. */
  answer: T | undefined;
  /** How many scrapes had no result. */
  failures = 0;
  readonly labels: { readonly service: string; readonly query: string };
  readonly #definition: CachedQueryDefinition<T>;
  readonly #options: CachedQueryOptions;
  #running: Promise<T> | undefined;
  #known: { readonly value: T; readonly at: number } | undefined;

  constructor(definition: CachedQueryDefinition<T>, options: CachedQueryOptions) {
    this.#definition = definition;
    this.#options = options;
    this.labels = { service: definition.service, query: definition.query };
  }

  /** Updates the value for a scrape. Never rejects. */
  async refresh(): Promise<void> {
    try {
      this.answer = await this.#read();
    } catch {
      this.failures++;
      this.answer = this.#definition.otherwise;
    }
  }

  async #read(): Promise<T> {
    const { timeoutMs, maxAgeMs } = this.#options;
    if (this.#known && monotonicMs() - this.#known.at < maxAgeMs) return this.#known.value;
    this.#running ??= this.#learn().finally(() => {
      this.#running = undefined;
    });
    return withTimeout(this.#running, timeoutMs);
  }

  async #learn(): Promise<T> {
    const value = await this.#definition.run();
    this.#known = { value, at: monotonicMs() };
    return value;
  }
}
