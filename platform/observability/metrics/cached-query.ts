import { monotonicMs } from '../../core/clock.ts';
import { withTimeout } from '../../core/with-timeout.ts';

/** What is asked of another program when a scrape comes. */
export interface CachedQueryDefinition<T> {
  readonly service: string;
  /** What it is called in `lyceum_scrape_errors_total`. */
  readonly query: string;
  run(): Promise<T>;
  /** What is so when there is no answer; by default nothing is. */
  readonly otherwise?: T;
}

export interface CachedQueryOptions {
  /** How long a scrape waits for an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** For how long an answer is good, in milliseconds: several scrapers cost no more than one. */
  readonly maxAgeMs: number;
}

/**
 * Something that only another program knows. A scrape waits a short time; the question goes on, and there is one at a time, so that a
 * database that hangs does not gather questions.
 */
export class CachedQuery<T> {
  /** For the last scrape; undefined when there was none in time and nothing is so otherwise. */
  answer: T | undefined;
  /** How many scrapes had no answer. */
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

  /** Sets the answer for a scrape. Never rejects. */
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
