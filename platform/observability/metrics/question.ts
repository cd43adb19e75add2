import { monotonicMs } from '../../core/clock.ts';
import { withPatience } from '../../core/patience.ts';

/** What is asked of another program when a scrape comes. */
export interface Asked<T> {
  readonly service: string;
  /** What it is called in `lyceum_scrape_errors_total`. */
  readonly question: string;
  ask(): Promise<T>;
  /** What is so when there is no answer; by default nothing is. */
  readonly otherwise?: T;
}

export interface QuestionOptions {
  /** How long a scrape waits for an answer, in milliseconds. */
  readonly patienceMs: number;
  /** For how long an answer is good, in milliseconds: several scrapers cost no more than one. */
  readonly maxAgeMs: number;
}

/**
 * Something that only another program knows. A scrape waits a short time; the question goes on, and there is one at a time, so that a
 * database that hangs does not gather questions.
 */
export class Question<T> {
  /** For the last scrape; undefined when there was none in time and nothing is so otherwise. */
  answer: T | undefined;
  /** How many scrapes had no answer. */
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

  /** Sets the answer for a scrape. Never rejects. */
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
