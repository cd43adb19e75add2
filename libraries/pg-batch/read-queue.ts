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
  /** Of its caller. Undefined if the caller has none, and for a point read, which groups share. */
  readonly group: string | undefined;
  /** Null for a point read, whose keys are those of its reads. */
  readonly #values: readonly Value[] | null;
  #reads: WaitingRead[];

  constructor(statement: Statement, values: readonly Value[] | null, group?: string, reads: WaitingRead[] = []) {
    this.statement = statement;
    this.group = values ? group : undefined;
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

  /** The statement and values to send for these reads. */
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
   * The queries to send after this failure: if the server rejected one of several keys, the two halves, so that the
   * other keys do not fail with it.
   */
  retriesAfter(error: unknown): readonly ReadQuery[] {
    if (this.#values || this.#reads.length < 2 || !refusesValue(error)) return [];
    const middle = this.#reads.length >> 1;
    return [this.#reads.slice(0, middle), this.#reads.slice(middle)].map(
      (reads) => new ReadQuery(this.statement, null, undefined, reads),
    );
  }
}

/**
 * The queue for the next batches: statements with the reads that they serve, in lines that take turns. Each group of
 * callers has one; point reads and reads without a group, which are shared or quick, have another. Within a line,
 * statements are in the order of the requests.
 */
export class ReadQueue {
  /** By group, the one that was served last at the end; none is empty. */
  readonly #lines = new Map<string | undefined, ReadQuery[]>();
  /** Point reads that have room for more keys, by the names of their statements. */
  readonly #open = new Map<string, ReadQuery>();
  /** The batches in flight of each group that has any. */
  readonly #inFlight = new Map<string | undefined, number>();
  readonly #maxWaiting: number;
  /** A group alone has two thirds of the sessions, so that there is room for the next one. */
  readonly #maxInFlight: number;
  #size = 0;

  constructor(maxSessions: number) {
    this.#maxWaiting = maxSessions * WAITING_PER_SESSION;
    this.#maxInFlight = Math.max(1, Math.floor((maxSessions * 2) / 3));
  }

  /** The number of waiting reads. */
  get size(): number {
    return this.#size;
  }

  /** Whether one more may wait. A group that holds twice as many places as are free gets no more. */
  hasRoomFor(group: string | undefined): boolean {
    const free = this.#maxWaiting - this.#size;
    return free > 0 && (group === undefined || (this.#lines.get(group)?.length ?? 0) < 2 * free);
  }

  /**
   * Whether the queue is worth a batch however busy the database is: many keys, or any statement that is not a point
   * read.
   */
  get isEnough(): boolean {
    const shared = this.#lines.get(undefined);
    if (this.#lines.size > (shared ? 1 : 0)) return true;
    let keys = 0;
    for (const query of shared ?? []) {
      if (!query.isPoint) return true;
      keys += query.size;
      if (keys >= ENOUGH) return true;
    }
    return false;
  }

  /** @param values null for a point read */
  add(statement: Statement, values: readonly Value[] | null, read: WaitingRead, group?: string): void {
    const open = values ? undefined : this.#open.get(statement.name);
    const query = open && !open.isFull ? open : new ReadQuery(statement, values, group);
    query.add(read);
    this.#size++;
    if (query === open) return;
    this.#lines.getOrInsertComputed(query.group, () => []).push(query);
    if (query.isPoint) this.#open.set(statement.name, query);
  }

  /**
   * Takes the next reads out of the queue. Those whose callers have stopped waiting are rejected. A batch is answered
   * as a whole, so groups with nothing in flight share one, a statement each; one that has already may be slow, and
   * gets a batch of its own when no other waits. If it returns none, all that wait have batches in flight.
   */
  next(translate: (error: unknown) => unknown): readonly ReadQuery[] {
    const groups = [...this.#lines.keys()].filter((group) => this.#inFlightOf(group) < this.#maxInFlight);
    const idle = groups.filter((group) => this.#inFlightOf(group) === 0);
    const turns = idle.length > 0 ? idle : groups.slice(0, 1);
    const isShared = turns.filter((group) => group !== undefined).length > 1;
    const batch: ReadQuery[] = [];
    for (const group of turns) {
      if (batch.length === MAX_QUERIES) break;
      const query = this.#take(group, translate);
      if (!query) continue;
      batch.push(query);
      if (group === undefined || !isShared) turns.push(group);
    }
    return batch;
  }

  /** @param by 1 when they are sent, -1 when they have returned */
  noteInFlight(batch: readonly ReadQuery[], by: 1 | -1): void {
    for (const group of new Set(batch.map((query) => query.group))) {
      const inFlight = this.#inFlightOf(group) + by;
      if (group === undefined || inFlight === 0) this.#inFlight.delete(group);
      else this.#inFlight.set(group, inFlight);
    }
  }

  #inFlightOf(group: string | undefined): number {
    return this.#inFlight.get(group) ?? 0;
  }

  /** The next statement of a group with a caller that still waits. The group's line then moves to the end. */
  #take(group: string | undefined, translate: (error: unknown) => unknown): ReadQuery | undefined {
    const line = this.#lines.get(group) ?? [];
    this.#lines.delete(group);
    for (let query = line.shift(); query; query = line.shift()) {
      if (this.#open.get(query.statement.name) === query) this.#open.delete(query.statement.name);
      this.#size -= query.size;
      if (!query.dropAbandoned(translate)) continue;
      if (line.length > 0) this.#lines.set(group, line);
      return query;
    }
    return undefined;
  }
}

/** The maximum of waiting reads per session: more of them would wait too long. */
const WAITING_PER_SESSION = 256;
/** The maximum of keys in one statement. */
const MAX_KEYS = 128;
/** This many keys are worth a batch beside one in flight. */
const ENOUGH = 24;
/** The maximum of statements in one batch. */
const MAX_QUERIES = 16;
