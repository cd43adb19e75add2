import type { QueryResult } from 'pg';
import type { Statement, Value } from '../../libraries/pg-batch/index.ts';
import { areCallersGone, type CallOptions } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { refusesValue } from './pg-failure.ts';

/** A caller that waits for a read. */
interface Caller {
  /** Undefined for the service's own work. */
  readonly callOptions: CallOptions | undefined;
  /** The key of a point read. */
  readonly key: readonly string[];
  /** @param found all rows, or the row of a point read, or null */
  resolve(found: unknown): void;
  reject(error: unknown): void;
}

/** A read and its callers: one caller, or for a point read all that requested a key before it was sent. */
export class ReadQuery {
  readonly statement: Statement;
  /** Null for a point read, whose callers have the keys. */
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
    return this.#callers.length >= MAX_KEYS;
  }

  get callOptions(): readonly (CallOptions | undefined)[] {
    return this.#callers.map(({ callOptions }) => callOptions);
  }

  /** What to send for these callers. */
  get sent(): { readonly statement: Statement; readonly values: readonly Value[] } {
    const { statement } = this;
    if (this.#values) return { statement, values: this.#values };
    const keys = this.#callers.map(({ key }) => key);
    const [first = []] = keys;
    if (statement.ofOneKey && keys.length === 1) return { statement: statement.ofOneKey, values: first };
    return { statement, values: first.map((_, part) => keys.map((key) => key[part] ?? null)) };
  }

  add(caller: Caller): void {
    this.#callers.push(caller);
  }

  /** Rejects callers that have stopped waiting; returns whether any are left. */
  dropAbandoned(): boolean {
    this.#callers = this.#callers.filter(({ callOptions, reject }) => {
      const isOver = areCallersGone([callOptions]);
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

  /** What to send after this failure: if the server rejected one of several keys, the two halves, so that the other keys do not fail with it. */
  retriesAfter(error: unknown): readonly ReadQuery[] {
    if (this.#values || this.#callers.length < 2 || !refusesValue(error)) return [];
    const middle = this.#callers.length >> 1;
    return [this.#callers.slice(0, middle), this.#callers.slice(middle)].map(
      (callers) => new ReadQuery(this.statement, null, callers),
    );
  }
}

/** The queue for the next batches: statements in the order of the requests, with their callers. */
export class ReadQueue {
  #queries: ReadQuery[] = [];
  /** Point reads that have room for more keys, by the names of their statements. */
  readonly #open = new Map<string, ReadQuery>();
  #callers = 0;

  /** The number of waiting callers. */
  get callers(): number {
    return this.#callers;
  }

  /** Whether the queue is worth a batch however busy the database is: many keys, or any statement that is not a point read. */
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

  /** Takes the next reads out of the queue. Those whose callers have stopped waiting are rejected. */
  next(): readonly ReadQuery[] {
    const batch: ReadQuery[] = [];
    while (batch.length < MAX_QUERIES) {
      const query = this.#queries.shift();
      if (!query) break;
      if (this.#open.get(query.statement.name) === query) this.#open.delete(query.statement.name);
      this.#callers -= query.callers;
      if (query.dropAbandoned()) batch.push(query);
    }
    return batch;
  }
}

/** The maximum of keys in one statement. */
const MAX_KEYS = 128;
/** This many keys are worth a batch beside one in flight. */
const ENOUGH = 24;
/** The maximum of statements in one batch. */
const MAX_QUERIES = 16;
