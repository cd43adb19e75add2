import type { Answer, NotModified } from './answer.ts';
import type { Sender } from './http/sender.ts';
import { Changes, List, type ReadPage } from './list.ts';
import type { Operation } from './operation.ts';
import type { CallOptions, Conditional, Keyed, Matching, Query, Triable } from './options.ts';

/** Converts method calls on resources to requests. */
export class Requests {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  async read<T, E extends string | undefined>(
    operation: Operation,
    ids: readonly string[],
    query: Query,
    options: Conditional<E> = {},
  ): Promise<E extends undefined ? Answer<T> : Answer<T> | NotModified> {
    const headers = options.ifNoneMatch === undefined ? {} : { 'if-none-match': options.ifNoneMatch };
    const answer = await this.#sender.send({ operation, target: targetOf(operation, ids, query), headers }, options);
    return answer as E extends undefined ? Answer<T> : Answer<T> | NotModified;
  }

  list<T>(operation: Operation, ids: readonly string[], query: Query, options: CallOptions = {}): List<T> {
    return new List<T>(this.#pagesOf(operation, ids, query, options), query.cursor as string | undefined);
  }

  changes<T>(operation: Operation, ids: readonly string[], query: Query, options: CallOptions = {}): Changes<T> {
    const read = this.#pagesOf<T>(operation, ids, query, options);
    return new Changes<T>(
      async (cursor) => {
        const page = await read(cursor);
        // Without it, the walk would end as one that nothing can follow.
        if (page.nextUpdatedSince === undefined)
          throw new TypeError(
            `${operation.path} has no meta.nextUpdatedSince: the installation is older than this client`,
          );
        return page;
      },
      query.cursor as string | undefined,
    );
  }

  /** The records with these ids that exist, each once; a hundred a request. */
  async *byIds<T>(
    operation: Operation,
    ids: readonly string[],
    wanted: Iterable<string>,
    query: Query,
    options: CallOptions = {},
  ): AsyncGenerator<T, void, undefined> {
    const distinct = [...new Set(wanted)];
    for (let first = 0; first < distinct.length; first += IDS_AT_ONCE) {
      const some = distinct.slice(first, first + IDS_AT_ONCE).join(',');
      yield* this.list<T>(operation, ids, { ...query, ids: some }, options);
    }
  }

  #pagesOf<T>(operation: Operation, ids: readonly string[], query: Query, options: CallOptions) {
    return async (cursor: string | undefined): Promise<ReadPage<T>> => {
      const target = targetOf(operation, ids, { ...query, cursor });
      const answer = await this.#sender.send({ operation, target, headers: {} }, options);
      if (answer.status === 304 || !answer.pagination) throw new TypeError(`${operation.path} is not a list`);
      const { has_more: hasMore, next_cursor: nextCursor } = answer.pagination;
      const { nextUpdatedSince } = (answer.meta ?? {}) as { readonly nextUpdatedSince?: string };
      return { items: answer.data as T[], hasMore, nextCursor, requestId: answer.requestId, nextUpdatedSince };
    };
  }

  /** @param body undefined if the operation has no body */
  async write<T>(
    operation: Operation,
    ids: readonly string[],
    body: object | undefined,
    options: Keyed & Partial<Matching> & Triable = {},
  ): Promise<Answer<T>> {
    const { ifMatch, idempotencyKey, dryRun } = options;
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'idempotency-key': idempotencyKey ?? crypto.randomUUID(),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const target = `${dryRun ? '/dry-run' : ''}${targetOf(operation, ids, {})}`;
    const answer = await this.#sender.send({ operation, target, headers, ...json }, options);
    return answer as Answer<T>;
  }
}

const IDS_AT_ONCE = 100;

/** Path and query, without undefined parameters. */
function targetOf({ path }: Operation, ids: readonly string[], query: Query): string {
  // An empty, `.` or `..` segment would change the path to another operation's.
  if (ids.some((id) => /^\.{0,2}$/.test(id))) throw new TypeError(`${path} needs ids, not ${JSON.stringify(ids)}`);
  const rest = [...ids];
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''));
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  const search = given.toString();
  return search === '' ? filled : `${filled}?${search}`;
}
