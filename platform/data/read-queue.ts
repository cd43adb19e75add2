import type { QueryResult } from 'pg';
import { areOver, type CallOptions } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { refusesValue } from './pg-failure.ts';
import type { Statement, Value } from './statements/statement.ts';

/** Somebody who waits for a read. */
interface Caller {
  /** Undefined for the service's own work. */
  readonly callOptions: CallOptions | undefined;
  /** What it looks for, in a point read. */
  readonly key: readonly string[];
  /** Takes all rows, or of a point read the one that was found, or null. */
  resolve(found: unknown): void;
  reject(error: unknown): void;
}

/** A statement that reads, and all who wait for it: one, or of a point read as many as asked for a key before it was sent. */
export class ReadQuery {
  readonly statement: Statement;
  /** Null of a point read, whose callers bring them. */
  readonly #values: readonly Value[] | null;
  #callers: Caller[];

  constructor(statement: Statement, values: readonly Value[] | null, callers: Caller[] = []) {
    this.statement = statement;
    this.#values = values;
    this.#callers = callers;
  }

  get isPoint(): boolean {
    return this.#values === null;
  }

  get callers(): number {
    return this.#callers.length;
  }

  get isFull(): boolean {
    return this.#callers.length >= KEYS_AT_MOST;
  }

  get callOptions(): readonly (CallOptions | undefined)[] {
    return this.#callers.map(({ callOptions }) => callOptions);
  }

  get values(): readonly Value[] {
    return (
      this.#values ?? (this.#callers[0]?.key ?? []).map((_, part) => this.#callers.map(({ key }) => key[part] ?? null))
    );
  }

  add(caller: Caller): void {
    this.#callers.push(caller);
  }

  /** Refuses callers who have stopped waiting; returns whether any are left. */
  dropAbandoned(): boolean {
    this.#callers = this.#callers.filter(({ callOptions, reject }) => {
      const isOver = areOver([callOptions]);
      if (isOver) reject(new Refusal('DEADLINE_EXCEEDED'));
      return !isOver;
    });
    return this.#callers.length > 0;
  }

  answer({ rows }: QueryResult): void {
    const found = this.#values ? [rows] : [];
    if (!this.#values) for (const { n, ...row } of rows) found[n - 1] = row;
    this.#callers.forEach(({ resolve }, index) => {
      resolve(found[index] ?? null);
    });
  }

  fail(error: unknown): void {
    for (const { reject } of this.#callers) reject(error);
  }

  /** What to send instead after this failure: halves, where the server refused one of several keys, which the others must not pay for. */
  withoutFailure(error: unknown): readonly ReadQuery[] {
    if (this.#values || this.#callers.length < 2 || !refusesValue(error)) return [];
    const middle = this.#callers.length >> 1;
    return [this.#callers.slice(0, middle), this.#callers.slice(middle)].map(
      (callers) => new ReadQuery(this.statement, null, callers),
    );
  }
}

/** What gathers for the next batches: statements in the order of asking, and those who wait for them. */
export class ReadQueue {
  #queries: ReadQuery[] = [];
  /** Point reads that take more keys, by the names of their statements. */
  readonly #open = new Map<string, ReadQuery>();
  #callers = 0;

  /** How many callers wait. */
  get callers(): number {
    return this.#callers;
  }

  /** Whether this is worth a batch of its own, however busy the database is: many keys, or any other statement. */
  get isEnough(): boolean {
    let keys = 0;
    for (const query of this.#queries) {
      if (!query.isPoint) return true;
      keys += query.callers;
      if (keys >= ENOUGH) return true;
    }
    return false;
  }

  /** @param values null for a point read */
  add(statement: Statement, values: readonly Value[] | null, caller: Caller): void {
    const open = values ? undefined : this.#open.get(statement.name);
    const query = open && !open.isFull ? open : new ReadQuery(statement, values);
    query.add(caller);
    this.#callers++;
    if (query === open) return;
    this.#queries.push(query);
    if (query.isPoint) this.#open.set(statement.name, query);
  }

  /** Takes out the next ones who are still waited for, and refuses those who are not. */
  next(): readonly ReadQuery[] {
    const batch: ReadQuery[] = [];
    while (batch.length < QUERIES_AT_MOST) {
      const query = this.#queries.shift();
      if (!query) break;
      if (this.#open.get(query.statement.name) === query) this.#open.delete(query.statement.name);
      this.#callers -= query.callers;
      if (query.dropAbandoned()) batch.push(query);
    }
    return batch;
  }
}

/** Keys of one statement. */
const KEYS_AT_MOST = 128;
/** Keys that are worth a batch beside one under way. */
const ENOUGH = 24;
/** Statements of one batch. */
const QUERIES_AT_MOST = 16;
