import { monotonicMs } from '../../core/clock.ts';
import { withPatience } from '../../core/patience.ts';

export interface FactOptions {
  /** How long a scrape waits for an answer, in milliseconds. */
  readonly patienceMs: number;
  /** For how long an answer is good, in milliseconds: several scrapers cost no more than one. */
  readonly maxAgeMs: number;
}

/**
 * Something that only another program knows, asked for when it is scraped. A scrape waits a short time; the question goes on, and there is one
 * at a time, so that a database that hangs does not gather questions.
 */
export class Fact<T> {
  readonly #ask: () => Promise<T>;
  readonly #options: FactOptions;
  #asking: Promise<T> | undefined;
  #answer: { readonly value: T; readonly at: number } | undefined;

  constructor(ask: () => Promise<T>, options: FactOptions) {
    this.#ask = ask;
    this.#options = options;
  }

  /** @throws whatever the question does, and DEADLINE_EXCEEDED when its answer does not come in time */
  async read(): Promise<T> {
    const { patienceMs, maxAgeMs } = this.#options;
    const known = this.#answer;
    if (known && monotonicMs() - known.at < maxAgeMs) return known.value;
    this.#asking ??= this.#learn().finally(() => {
      this.#asking = undefined;
    });
    return withPatience(this.#asking, patienceMs);
  }

  async #learn(): Promise<T> {
    const value = await this.#ask();
    this.#answer = { value, at: monotonicMs() };
    return value;
  }
}
