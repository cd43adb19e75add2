import type { Page } from './answer.ts';

/** A list of the API: `for await` iterates over its items, through all pages. No request is sent before you iterate. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #cursor: string | undefined;

  /** @param cursor where to start; undefined for the first page */
  constructor(read: (cursor: string | undefined) => Promise<Page<T>>, cursor: string | undefined) {
    this.#read = read;
    this.#cursor = cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Iterates over the pages. To resume later, store the `nextCursor` of the last page that you processed, and pass it as `cursor`. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let cursor = this.#cursor; ; ) {
      const page = await this.#read(cursor);
      yield page;
      if (!page.hasMore || page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }
}
