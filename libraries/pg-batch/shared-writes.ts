import type { BatchedQuery } from './batch.ts';
import type { Caller } from './caller.ts';
import type { Value } from './statement.ts';

/** A transaction that only writes. */
export interface WriteRequest {
  readonly queries: readonly BatchedQuery[];
  readonly bytes: number;
  readonly caller: Caller | undefined;
  /** See `TransactionOptions`. */
  readonly client: string | undefined;
  /** See `TransactionOptions`. */
  readonly beginBy?: number | undefined;
}

/** A transaction that only writes, with the callbacks for its commit. */
export interface Write extends WriteRequest {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Arranges the statements of several writes in one transaction; those of each write keep their order. Locks come first,
 * merged into one statement per kind that takes them in a fixed order, so that transactions of several processes cannot
 * deadlock. For anything else, such as a unique key, the transaction waits at most 500 ms. Rows that no other statement
 * reads are inserted last, merged in the order of the writes; if that fails, each write is sent again by itself, which
 * shows whose rows failed.
 * @param blame called with each write whose statement failed
 */
export function arrange(writes: readonly Write[], blame: (write: Write) => void): readonly BatchedQuery[] {
  const all = writes.flatMap((write) => write.queries.map((query) => ({ query, writes: [write] })));
  if (writes.length === 1) return all.map((owned) => blaming(owned, blame));
  const [locks, last, rest] = [new Map<string, Owned[]>(), new Map<string, Owned[]>(), [] as Owned[]];
  for (const owned of all) {
    const { name, isLock, isLast } = owned.query.statement;
    const merging = isLock ? locks : isLast ? last : undefined;
    if (!merging) rest.push(owned);
    else merging.set(name, [...(merging.get(name) ?? []), owned]);
  }
  const merged = [...locks.keys()].toSorted().map((name) => merge(locks.get(name) ?? []));
  return [
    SHORT_LOCK_TIMEOUT,
    ...[...merged, ...rest].map((owned) => blaming(owned, blame)),
    ...[...last.values()].map((same) => merge(same).query),
  ];
}

/** A statement with the writes that it belongs to. */
interface Owned {
  readonly query: BatchedQuery;
  readonly writes: readonly Write[];
}

/** Merges statements with the same name into one. */
function merge(same: readonly Owned[]): Owned {
  const [{ query }] = same as [Owned];
  const values = query.values.map((_, index) => same.flatMap((each) => each.query.values[index] as readonly Value[]));
  return { query: { ...query, values }, writes: same.flatMap(({ writes }) => writes) };
}

function blaming({ query, writes }: Owned, blame: (write: Write) => void): BatchedQuery {
  return {
    ...query,
    reject(error, isOwn) {
      if (isOwn) for (const write of writes) blame(write);
      query.reject(error, isOwn);
    },
  };
}

/**
 * Ends the transaction after it has waited this long for a lock, so that a held lock delays only the writes that need
 * it. Shorter than the server's deadlock_timeout (1 s), so it also ends a deadlock sooner.
 */
const SHORT_LOCK_TIMEOUT: BatchedQuery = {
  statement: { name: 'shared_lock_timeout', text: "SELECT set_config('lock_timeout', '500ms', true)" },
  values: [],
  ignoresRows: true,
  resolve: () => undefined,
  reject: () => undefined,
};
