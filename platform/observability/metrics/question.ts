import { monotonicMs } from '../../core/clock.ts';
import { withPatience } from '../../core/patience.ts';

/** A query to another program, sent when a scrape arrives. */
export interface Asked<T> {
  readonly service: string;
  /** Its name in `lyceum_scrape_errors_total`. */
  readonly question: string;
  ask(): Promise<T>;
  /** The value without a result; by default there is none. */
  readonly otherwise?: T;
}

export interface QuestionOptions {
  /** How long a scrape waits for a result, in milliseconds. */
  readonly patienceMs: number;
  /** How long a result is cached, in milliseconds: several scrapers cost no more than one. */
  readonly maxAgeMs: number;
}

/**
 * A cached value that only another program knows. A scrape waits a short time; the query goes on, and only one runs at a time, so that queries do
 * not pile up on a database that hangs.
 */
export class Question<T> {
  /** The value for the last scrape; undefined if there was no result in time and there is no fallback. */
  answer: T | undefined;
  /** How many scrapes had no result. */
  failures = 0;
  readonly labels: { readonly service: string; readonly question: string };
  readonly #asked: Asked<T>;
  readonly #options: QuestionOptions;
  #asking: Promise<T> | undefined;
  #known: { readonly value: T; readonly at: number } | undefined;

  constructor(asked: Asked<T>, options: QuestionOptions) {
    this.#asked = asked;
    this.#options = options;
    this.labels = { service: asked.service, question: asked.question };
  }

  /** Updates the value for a scrape. Never rejects. */
  async ask(): Promise<void> {
    try {
      this.answer = await this.#read();
    } catch {
      this.failures++;
      this.answer = this.#asked.otherwise;
    }
  }

  async #read(): Promise<T> {
    const { patienceMs, maxAgeMs } = this.#options;
    if (this.#known && monotonicMs() - this.#known.at < maxAgeMs) return this.#known.value;
    this.#asking ??= this.#learn().finally(() => {
      this.#asking = undefined;
    });
    return withPatience(this.#asking, patienceMs);
  }

  async #learn(): Promise<T> {
    const value = await this.#asked.ask();
    this.#known = { value, at: monotonicMs() };
    return value;
  }
}
