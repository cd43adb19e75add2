/** What the test files of a worker share: made when the first of them needs it, and ended with the worker. */
export class OncePerWorker<Value> {
  readonly #make: () => Promise<Value>;
  readonly #end: (value: Value) => Promise<void>;
  #value: Promise<Value> | undefined;

  constructor(make: () => Promise<Value>, end: (value: Value) => Promise<void>) {
    this.#make = make;
    this.#end = end;
  }

  get(): Promise<Value> {
    this.#value ??= this.#begin();
    return this.#value;
  }

  async #begin(): Promise<Value> {
    const value = await this.#make();
    atEndOfWorker(() => this.#end(value));
    return value;
  }
}

/** Vitest offers the end of a worker to fixtures only, which would have to be named by each test. */
function atEndOfWorker(end: () => Promise<void>): void {
  const { __vitest_worker__: worker } = globalThis as unknown as { __vitest_worker__: Worker };
  worker.onCleanup(end);
}

interface Worker {
  onCleanup(listener: () => Promise<void>): void;
}
