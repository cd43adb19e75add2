import type { Page } from './answer.ts';

/** A list of the API: `for await` goes over its items, through all pages. Nothing is asked for before it is iterated. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #cursor: string | undefined;

  /** @param cursor where the list begins; at its beginning without one */
  constructor(read: (cursor: string | undefined) => Promise<Page<T>>, cursor: string | undefined) {
    this.#read = read;
    this.#cursor = cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Goes over the pages. Keep a page's `nextCursor` when its items are done: a list with it as `cursor` goes on behind them. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let cursor = this.#cursor; ; ) {
      const page = await this.#read(cursor);
      yield page;
      if (!page.hasMore || page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }
}
