import type { Page } from './answer.ts';
import type { CallOptions } from './options.ts';

/** A page as it was read. A walk hands out its `nextUpdatedSince` only once it has ended. */
export interface ReadPage<T> extends Page<T> {
  /** Undefined for a list without the filter `updatedSince`. */
  readonly nextUpdatedSince: string | undefined;
}

/** A list of the API: `for await` iterates over its items, through all pages. No request is sent before you iterate. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor: string | undefined) => Promise<ReadPage<T>>;
  readonly #cursor: string | undefined;

  /** @param cursor where to start; undefined for the first page */
  constructor(read: (cursor: string | undefined) => Promise<ReadPage<T>>, cursor: string | undefined) {
    this.#read = read;
    this.#cursor = cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /**
   * Iterates over the pages. To resume later, store the `nextCursor` of the last page that you processed, and pass it
   * as `cursor`.
   */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    for (let cursor = this.#cursor; ; ) {
      const { nextUpdatedSince, ...page } = await this.#read(cursor);
      yield page;
      if (!page.hasMore || page.nextCursor === null) return this.ended(nextUpdatedSince);
      cursor = page.nextCursor;
    }
  }

  /** Called after the last page. */
  protected ended(_nextUpdatedSince: string | undefined): void {}
}

/**
 * The records of a list that have changed at `updatedSince` or later; all of them without it. Take every one: some may
 * come again.
 */
export class Changes<T> extends List<T> {
  #next: string | undefined;

  /**
   * The `updatedSince` for your next walk, made by the server: whatever is not in this walk comes in that one.
   * Undefined until this one has ended. Store it then, together with what you took.
   */
  get nextUpdatedSince(): string | undefined {
    return this.#next;
  }

  protected override ended(nextUpdatedSince: string | undefined): void {
    this.#next = nextUpdatedSince;
  }
}

interface ListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * What all lists have in common, for one loop over several:
 * `const lists: Record<string, Listable<{ id: string }>> = { users: lyceum.users }`.
 */
export interface Listable<T> {
  list(query?: ListQuery, options?: CallOptions): List<T>;
}

/** What the lists with the filter `updatedSince` have in common. */
export interface Syncable<T> extends Listable<T> {
  changes(query?: ListQuery & { readonly updatedSince?: string | undefined }, options?: CallOptions): Changes<T>;
}
