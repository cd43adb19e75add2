import { LRUCache } from 'lru-cache';
import { areCallersGone } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { sendBatch } from './batch.ts';
import { BegunTooLate, isTooLate } from './begun-too-late.ts';
import { connectionError } from './pg-failure.ts';
import type { Sessions } from './sessions.ts';
import { arrange, type Write, type WriteRequest } from './shared-writes.ts';
import { noteBatchSent } from './traced-statements.ts';

/**
 * Lets commands that only write share a transaction, and so a commit, a WAL flush and a wake-up of the server. While few batches are in flight, a
 * command is sent at the end of the current iteration of the event loop. With more in flight, commands are queued: the load decides the batch size.
 *
 * If the transaction fails, all of it is rolled back. The command that failed is sent again alone, and that attempt decides: its failure may
 * have been caused by a neighbour. The others are sent together once more, and after a second failure each alone. If a connection breaks, the
 * outcome of each command is unknown, as it is for a single command.
 *
 * A client whose command failed is isolated for a while: its commands share no transaction and run few at a time. So clients whose commands keep
 * failing slow down only themselves. Commands with many bytes, and the service's own, never share.
 *
 * docs/capacity.md compares this with a session, a savepoint or a Sync for each command. Batches are of 16 commands, so that process and server do not
 * wait for each other in turn, as they would if two batches held all clients.
 */
export class WriteBatcher {
  readonly #sessions: Sessions;
  readonly #isTraced: boolean;
  readonly #maxSessions: number;
  readonly #failing = new LRUCache<string, true>({ max: MAX_FAILING, ttl: APART_MS });
  readonly #together: WriteQueue = { waiting: [], inFlight: 0, atMost: MAX_BATCHES, size: MAX_COMMANDS };
  readonly #apart: WriteQueue;
  #isScheduled = false;
  /** When it fires, the queued commands are sent beside batches that do not return. */
  #timeout: NodeJS.Timeout | undefined;
  #sharedTransactions = 0;
  #sharedCommands = 0;
  #repeatedCommands = 0;

  constructor(sessions: Sessions, isTraced: boolean) {
    this.#sessions = sessions;
    this.#isTraced = isTraced;
    this.#maxSessions = sessions.counts.maxSessions;
    this.#apart = { waiting: [], inFlight: 0, atMost: Math.ceil(this.#maxSessions / 2), size: 1 };
  }

  /** The number of commands that wait for a batch to be sent; exported as a metric. */
  get waiting(): number {
    return this.#together.waiting.length + this.#apart.waiting.length;
  }

  get counts() {
    return {
      /** Transactions shared by several commands. */
      sharedTransactions: this.#sharedTransactions,
      /** Commands committed in shared transactions. */
      sharedCommands: this.#sharedCommands,
      /** Commands that were sent again because another command of their transaction failed. */
      repeatedCommands: this.#repeatedCommands,
    };
  }

  /** Resolves when the statements are committed; rejects with the command's own failure, untranslated. */
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
    if (queue.inFlight < queue.atMost) this.#schedule();
    else if (queue === this.#together) this.#awaitReturn();
  }

  /** Sends queued commands after the current iteration of the event loop. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const queue of [this.#together, this.#apart])
        while (queue.waiting.length > 0 && queue.inFlight < queue.atMost) void this.#sendNext(queue);
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

  /** Never rejects: it settles the callers. @param isAgain whether this is the second attempt, without a command that failed */
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
      this.#sharedCommands += writes.length;
    }
    for (const { resolve } of writes) resolve();
  }

  async #repeat(writes: readonly Write[], blamed: ReadonlySet<Write>, isAgain: boolean): Promise<void> {
    const others = writes.filter((write) => !blamed.has(write));
    this.#repeatedCommands += writes.length;
    if (isAgain || blamed.size === 0) await Promise.all(others.map((write) => this.#run([write])));
    else if (others.length > 0) await this.#run(others, true);
    // After the others, because they may have caused its failure.
    for (const write of blamed) this.#enqueue(this.#apart, write);
  }

  /** @param blamed receives the commands that the failed statement belongs to */
  async #send(writes: readonly Write[], blamed: Set<Write>): Promise<void> {
    const callers = writes.map(({ callOptions }) => callOptions);
    const session = await this.#sessions.open(callers);
    const queries = arrange(writes, (write) => blamed.add(write));
    if (this.#isTraced) noteBatchSent(callers, queries.length);
    try {
      for (const write of writes) if (isTooLate(write.beginBy)) blamed.add(write);
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

/** A queue of commands that are sent together, or each alone. */
interface WriteQueue {
  readonly waiting: Write[];
  inFlight: number;
  readonly atMost: number;
  /** The maximum of commands per transaction. */
  readonly size: number;
}

/** Rejects a command whose caller has stopped waiting. */
function isAwaited({ callOptions, reject }: Write): boolean {
  if (!areCallersGone([callOptions])) return true;
  reject(new Refusal('DEADLINE_EXCEEDED'));
  return false;
}

/** With this many batches in flight, further commands are queued. */
const MAX_BATCHES = 2;
const MAX_COMMANDS = 16;
/** A command with more bytes would delay the others in its batch. */
const MAX_SHARED_BYTES = 16_384;
/** Commands that wait longer than this behind batches that do not return, as on a session that hangs, are sent beside them. */
const MAX_WAIT_MS = 50;
/** How long a client is isolated after a failure. */
const APART_MS = 5_000;
/** The maximum of isolated clients; those with the oldest failures are dropped first. */
const MAX_FAILING = 4_096;
