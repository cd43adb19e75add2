import type { CallOptions } from '../core/call-scope.ts';
import type { BatchedQuery } from './batch.ts';
import type { Value } from './statements/statement.ts';

/** A transaction that only writes, and what is known of whoever makes it. */
export interface WriteRequest {
  readonly queries: readonly BatchedQuery[];
  readonly bytes: number;
  readonly callOptions: CallOptions | undefined;
  /** Whose failures others shall not pay for; undefined for the service's own work, which shares nothing. */
  readonly client: string | undefined;
}

/** A command's statements, and who waits for them to be committed. */
export interface Write extends WriteRequest {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The statements of commands in one transaction, those of each in their order. Locks stand at its head, merged into one statement of each kind,
 * which takes them in one order, so that transactions of several replicas do not wait for each other in a circle. What else they may wait for,
 * such as a unique key, they do not wait for long. Rows that nobody looks at are added at its end, merged in the order of the commands; whose rows these
 * are that fail is found by each command's going by itself.
 * @param blame hears of each command whose statement it was that failed
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
    NOT_LONG,
    ...[...merged, ...rest].map((owned) => blaming(owned, blame)),
    ...[...last.values()].map((same) => merge(same).query),
  ];
}

/** A statement, and the commands that it belongs to. */
interface Owned {
  readonly query: BatchedQuery;
  readonly writes: readonly Write[];
}

/** Statements of the same name as one. */
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
 * Ends the transaction when it has waited this long for a lock, so that nobody who holds one makes others than those who want it wait. Shorter than
 * the server's deadlock_timeout (1 s): a deadlock ends as soon.
 */
const NOT_LONG: BatchedQuery = {
  statement: { name: 'shared_lock_timeout', text: "SELECT set_config('lock_timeout', '500ms', true)" },
  values: [],
  ignoresRows: true,
  resolve: () => undefined,
  reject: () => undefined,
};
