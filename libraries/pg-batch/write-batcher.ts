import { LRUCache } from 'lru-cache';
import { sendBatch } from './batch.ts';
import { isGone, isPast } from './caller.ts';
import { BegunTooLate, connectionError, Rejection } from './failure.ts';
import type { Sessions } from './sessions.ts';
import { arrange, type Write, type WriteRequest } from './shared-writes.ts';
import type { Tracing } from './tracing.ts';

/**
 * Lets writes, which are transactions that only write, share one transaction, and so a commit, a WAL flush and a
 * wake-up of the server. While few batches are in flight, a write is sent at the end of the current iteration of the
 * event loop. With more in flight, writes are queued: the load decides the batch size.
 *
 * If the transaction fails, all of it is rolled back. The write that failed is sent again alone, and that attempt
 * decides: its failure may have been caused by a neighbour. The others are sent together once more, and after a second
 * failure each alone. If a connection breaks, the outcome of each write is unknown, as it is for a single one.
 *
 * A client whose write failed is isolated for a while: its writes share no transaction and run few at a time. So
 * clients whose writes keep failing slow down only themselves. Writes with many bytes, and those of no client, never
 * share.
 *
 * README.md compares this with a session, a savepoint or a Sync for each write. Batches are of 16 writes, so that
 * process and server do not wait for each other in turn, as they would if two batches held all clients.
 */
export class WriteBatcher {
  readonly #sessions: Sessions;
  readonly #tracing: Tracing | undefined;
  readonly #maxSessions: number;
  readonly #failing = new LRUCache<string, true>({ max: MAX_FAILING, ttl: APART_MS });
  readonly #together: WriteQueue = { waiting: [], inFlight: 0, maxInFlight: MAX_BATCHES, size: MAX_WRITES };
  readonly #apart: WriteQueue;
  #isScheduled = false;
  /** When it fires, the queued writes are sent beside batches that do not return. */
  #timeout: NodeJS.Timeout | undefined;
  #sharedTransactions = 0;
  #sharedWrites = 0;
  #repeatedWrites = 0;

  constructor(sessions: Sessions, tracing: Tracing | undefined) {
    this.#sessions = sessions;
    this.#tracing = tracing;
    this.#maxSessions = sessions.counts.maxSessions;
    this.#apart = { waiting: [], inFlight: 0, maxInFlight: Math.ceil(this.#maxSessions / 2), size: 1 };
  }

  /** The number of writes that wait for a batch to be sent. */
  get waiting(): number {
    return this.#together.waiting.length + this.#apart.waiting.length;
  }

  get counts() {
    return {
      /** Transactions shared by several writes. */
      sharedTransactions: this.#sharedTransactions,
      /** Writes committed in shared transactions. */
      sharedWrites: this.#sharedWrites,
      /** Writes that were sent again because another write of their transaction failed. */
      repeatedWrites: this.#repeatedWrites,
    };
  }

  /** Resolves when the statements are committed; rejects with the write's own failure. */
  commit(request: WriteRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const write = { ...request, resolve, reject };
      const { client, bytes } = request;
      if (client === undefined || bytes > MAX_SHARED_BYTES) void this.#run([write]);
      else if (this.#failing.has(client)) this.#enqueue(this.#apart, write);
      else this.#enqueue(this.#together, write);
    });
  }

  #enqueue(queue: WriteQueue, write: Write): void {
    queue.waiting.push(write);
    if (queue.inFlight < queue.maxInFlight) this.#schedule();
    else if (queue === this.#together) this.#awaitReturn();
  }

  /** Sends queued writes after the current iteration of the event loop. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const queue of [this.#together, this.#apart])
        while (queue.waiting.length > 0 && queue.inFlight < queue.maxInFlight) void this.#sendNext(queue);
      if (this.#together.waiting.length > 0) this.#awaitReturn();
    });
  }

  #awaitReturn(): void {
    this.#timeout ??= setTimeout(() => {
      this.#timeout = undefined;
      const queue = this.#together;
      if (queue.waiting.length > 0 && queue.inFlight < this.#maxSessions) void this.#sendNext(queue);
      if (queue.waiting.length > 0) this.#awaitReturn();
    }, MAX_WAIT_MS);
  }

  async #sendNext(queue: WriteQueue): Promise<void> {
    const writes = queue.waiting.splice(0, queue.size).filter(isAwaited);
    if (writes.length === 0) return;
    queue.inFlight++;
    await this.#run(writes);
    queue.inFlight--;
    if (queue === this.#together) {
      clearTimeout(this.#timeout);
      this.#timeout = undefined;
    }
    if (queue.waiting.length > 0) this.#schedule();
  }

  /**
   * Never rejects: it settles the callers.
   * @param isAgain whether this is the second attempt, without a write that failed
   */
  async #run(writes: readonly Write[], isAgain = false): Promise<void> {
    const blamed = new Set<Write>();
    try {
      await this.#send(writes, blamed);
    } catch (error) {
      for (const { client } of blamed) if (client !== undefined) this.#failing.set(client, true);
      if (writes.length > 1 && connectionError(error) === undefined) await this.#repeat(writes, blamed, isAgain);
      else for (const { reject } of writes) reject(error);
      return;
    }
    if (writes.length > 1) {
      this.#sharedTransactions++;
      this.#sharedWrites += writes.length;
    }
    for (const { resolve } of writes) resolve();
  }

  async #repeat(writes: readonly Write[], blamed: ReadonlySet<Write>, isAgain: boolean): Promise<void> {
    const others = writes.filter((write) => !blamed.has(write));
    this.#repeatedWrites += writes.length;
    if (isAgain || blamed.size === 0) await Promise.all(others.map((write) => this.#run([write])));
    else if (others.length > 0) await this.#run(others, true);
    // After the others, because they may have caused its failure.
    for (const write of blamed) this.#enqueue(this.#apart, write);
  }

  /** @param blamed receives the writes that the failed statement belongs to */
  async #send(writes: readonly Write[], blamed: Set<Write>): Promise<void> {
    const callers = writes.map(({ caller }) => caller);
    const session = await this.#sessions.open(callers);
    const queries = arrange(writes, (write) => blamed.add(write));
    this.#tracing?.sent(callers, queries.length);
    try {
      for (const write of writes) if (write.beginBy !== undefined && isPast(write.beginBy)) blamed.add(write);
      if (blamed.size > 0) throw new BegunTooLate();
      await sendBatch(session.client, queries);
    } catch (error) {
      session.fail(error, connectionError(error));
      throw error;
    } finally {
      await session.release();
    }
  }
}

/** A queue of writes that are sent together, or each alone. */
interface WriteQueue {
  readonly waiting: Write[];
  inFlight: number;
  readonly maxInFlight: number;
  /** The maximum of writes per transaction. */
  readonly size: number;
}

/** Rejects a write whose caller has stopped waiting. */
function isAwaited({ caller, reject }: Write): boolean {
  if (!caller || !isGone(caller)) return true;
  reject(new Rejection('abandoned'));
  return false;
}

/** With this many batches in flight, further writes are queued. */
const MAX_BATCHES = 2;
const MAX_WRITES = 16;
/** A write with more bytes would delay the others in its batch. */
const MAX_SHARED_BYTES = 16_384;
/**
 * Writes that wait longer than this behind batches that do not return, as on a session that hangs, are sent beside
 * them.
 */
const MAX_WAIT_MS = 50;
/** How long a client is isolated after a failure. */
const APART_MS = 5_000;
/** The maximum of isolated clients; those with the oldest failures are dropped first. */
const MAX_FAILING = 4_096;
