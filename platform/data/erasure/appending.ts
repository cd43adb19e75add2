import type { Erasure } from './journal.ts';

type New = Omit<Erasure, 'sequence'>;

/** Lets a journal be written by one after the other in this process, and tells those who follow it. */
export class Appending {
  readonly #write: (erasure: New) => Promise<Erasure>;
  readonly #listeners: (() => void)[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(write: (erasure: New) => Promise<Erasure>) {
    this.#write = write;
  }

  onAppended(listener: () => void): void {
    this.#listeners.push(listener);
  }

  append(erasure: New): Promise<Erasure> {
    const appended = this.#last.then(() => this.#write(erasure));
    this.#last = appended.then(
      () => this.#listeners.forEach((listener) => void listener()),
      () => undefined,
    );
    return appended;
  }
}
