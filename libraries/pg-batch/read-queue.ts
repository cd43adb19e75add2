import type { QueryResult } from 'pg';
import { type Caller, isGone } from './caller.ts';
import { Rejection, refusesValue } from './failure.ts';
import type { Statement, Value } from './statement.ts';

/** A read of one caller. */
interface WaitingRead {
  /** Undefined for the process's own work. */
  readonly caller: Caller | undefined;
  /** The key of a point read. */
  readonly key: readonly string[];
  /** @param found all rows, or the row of a point read, or null */
  resolve(found: unknown): void;
  reject(error: unknown): void;
}

/** A statement and the reads that it serves: one, or for a point read all of its kind that came before it was sent. */
export class ReadQuery {
  readonly statement: Statement;
  /** Null for a point read, whose keys are those of its reads. */
  readonly #values: readonly Value[] | null;
  #reads: WaitingRead[];

  constructor(statement: Statement, values: readonly Value[] | null, reads: WaitingRead[] = []) {
    this.statement = statement;
    this.#values = values;
    this.#reads = reads;
  }

  get isPoint(): boolean {
    return this.#values === null;
  }

  /** The number of reads that wait for it. */
  get size(): number {
    return this.#reads.length;
  }

  get isFull(): boolean {
    return this.#reads.length >= MAX_KEYS;
  }

  get callers(): readonly (Caller | undefined)[] {
    return this.#reads.map(({ caller }) => caller);
  }

  /** What to send for these reads. */
  get sent(): { readonly statement: Statement; readonly values: readonly Value[] } {
    const { statement } = this;
    if (this.#values) return { statement, values: this.#values };
    const keys = this.#reads.map(({ key }) => key);
    const [first = []] = keys;
    if (statement.ofOneKey && keys.length === 1) return { statement: statement.ofOneKey, values: first };
    return { statement, values: first.map((_, part) => keys.map((key) => key[part] ?? null)) };
  }

  add(read: WaitingRead): void {
    this.#reads.push(read);
  }

  /** Rejects the reads of callers that have stopped waiting; returns whether any are left. */
  dropAbandoned(translate: (error: unknown) => unknown): boolean {
    this.#reads = this.#reads.filter(({ caller, reject }) => {
      const isOver = caller !== undefined && isGone(caller);
      if (isOver) reject(translate(new Rejection('abandoned')));
      return !isOver;
    });
    return this.#reads.length > 0;
  }

  answer({ rows }: QueryResult): void {
    const found = this.#values ? [rows] : [];
    if (!this.#values) for (const { n, ...row } of rows) found[n - 1] = row;
    this.#reads.forEach(({ resolve }, index) => {
      resolve(found[index] ?? null);
    });
  }

  fail(error: unknown): void {
    for (const { reject } of this.#reads) reject(error);
  }

  /**
   * What to send after this failure: if the server rejected one of several keys, the two halves, so that the other keys
   * do not fail with it.
   */
  retriesAfter(error: unknown): readonly ReadQuery[] {
    if (this.#values || this.#reads.length < 2 || !refusesValue(error)) return [];
    const middle = this.#reads.length >> 1;
    return [this.#reads.slice(0, middle), this.#reads.slice(middle)].map(
      (reads) => new ReadQuery(this.statement, null, reads),
    );
  }
}

/** The queue for the next batches: statements in the order of the requests, with the reads that they serve. */
export class ReadQueue {
  #queries: ReadQuery[] = [];
  /** Point reads that have room for more keys, by the names of their statements. */
  readonly #open = new Map<string, ReadQuery>();
  #size = 0;

  /** The number of waiting reads. */
  get size(): number {
    return this.#size;
  }

  /**
   * Whether the queue is worth a batch however busy the database is: many keys, or any statement that is not a point
   * read.
   */
  get isEnough(): boolean {
    let keys = 0;
    for (const query of this.#queries) {
      if (!query.isPoint) return true;
      keys += query.size;
      if (keys >= ENOUGH) return true;
    }
    return false;
  }

  /** @param values null for a point read */
  add(statement: Statement, values: readonly Value[] | null, read: WaitingRead): void {
    const open = values ? undefined : this.#open.get(statement.name);
    const query = open && !open.isFull ? open : new ReadQuery(statement, values);
    query.add(read);
    this.#size++;
    if (query === open) return;
    this.#queries.push(query);
    if (query.isPoint) this.#open.set(statement.name, query);
  }

  /** Takes the next reads out of the queue. Those whose callers have stopped waiting are rejected. */
  next(translate: (error: unknown) => unknown): readonly ReadQuery[] {
    const batch: ReadQuery[] = [];
    while (batch.length < MAX_QUERIES) {
      const query = this.#queries.shift();
      if (!query) break;
      if (this.#open.get(query.statement.name) === query) this.#open.delete(query.statement.name);
      this.#size -= query.size;
      if (query.dropAbandoned(translate)) batch.push(query);
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
