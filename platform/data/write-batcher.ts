import { LRUCache } from 'lru-cache';
import { areOver } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { sendBatch } from './batch.ts';
import { connectionError } from './pg-failure.ts';
import type { WriteCounts } from './pool-counts.ts';
import type { Sessions } from './sessions.ts';
import { arrange, type Write, type WriteRequest } from './shared-writes.ts';
import { noteBatchSent } from './traced-statements.ts';

/**
 * Lets commands that only write share a transaction, and so a commit, a WAL flush and a wake-up of the server. While few batches are under way a
 * command leaves at the end of its turn; beyond, commands gather, so that the load decides the size of the batch.
 *
 * If the transaction fails, nothing of it is there. The command that failed is sent again by itself, which decides what becomes of it: its failure may
 * have been a neighbour's doing. The others go together once more, and after a second failure each by itself. A connection that breaks leaves open
 * what became of each, as it does for one.
 *
 * A client whose command failed goes apart for a while: its commands share with nobody, and are few at a time. So clients whose commands keep
 * failing pay for that themselves. Commands of many bytes, and the service's own, never share.
 *
 * Compared on creates of four statements by 64 clients (medians of 3 rounds, two cores; two batches of 32), all in commands a second:
 *
 * | | no failures | 50 % failures | CPU of the process |
 * |---|---|---|---|
 * | each command a transaction on its own session | 4,400 | 4,600 | 110 µs |
 * | many in a transaction (this) | 5,900 | 2,700 | 60 µs |
 * | the same, each behind a savepoint and a Sync | 4,200 | 6,000 | 85 µs |
 * | many transactions sent at once, each with a Sync | 2,400 | 4,300 | 85 µs |
 *
 * Since who fails goes apart, the second column is that of the first line. In `npm run bench` creates with a key went from 0.78 of the baseline to 1.46 in one process
 * and to 1.09 apart, their flushes from 0.41 each to 0.13. Two batches of 32 instead of 16 would hold all of 64 clients, and process and server wait for each other in turn.
 */
export class WriteBatcher {
  readonly #sessions: Sessions;
  readonly #isTraced: boolean;
  readonly #sessionsAtMost: number;
  readonly #failing = new LRUCache<string, true>({ max: FAILING_AT_MOST, ttl: APART_MS });
  readonly #together: WriteQueue = { waiting: [], underWay: 0, atMost: BATCHES_AT_MOST, size: COMMANDS_AT_MOST };
  readonly #apart: WriteQueue;
  #isScheduled = false;
  /** Until what has gathered leaves beside batches that do not come back. */
  #timeout: NodeJS.Timeout | undefined;
  #sharedTransactions = 0;
  #sharedCommands = 0;
  #repeatedCommands = 0;

  constructor(sessions: Sessions, isTraced: boolean) {
    this.#sessions = sessions;
    this.#isTraced = isTraced;
    this.#sessionsAtMost = sessions.counts.sessionsAtMost;
    this.#apart = { waiting: [], underWay: 0, atMost: Math.ceil(this.#sessionsAtMost / 2), size: 1 };
  }

  /** How many commands wait for a batch to leave; a measure. */
  get waiting(): number {
    return this.#together.waiting.length + this.#apart.waiting.length;
  }

  get counts(): WriteCounts {
    const [sharedTransactions, sharedCommands] = [this.#sharedTransactions, this.#sharedCommands];
    return { sharedTransactions, sharedCommands, repeatedCommands: this.#repeatedCommands };
  }

  /** Resolves when the statements are committed; rejects with the failure that is the command's own, untranslated. */
  commit(request: WriteRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const write = { ...request, resolve, reject };
      const { client, bytes } = request;
      if (client === undefined || bytes > SHARED_BYTES_AT_MOST) void this.#run([write]);
      else if (this.#failing.has(client)) this.#enqueue(this.#apart, write);
      else this.#enqueue(this.#together, write);
    });
  }

  #enqueue(queue: WriteQueue, write: Write): void {
    queue.waiting.push(write);
    if (queue.underWay < queue.atMost) this.#schedule();
    else if (queue === this.#together) this.#awaitReturn();
  }

  /** Leaves when the events of this turn have all been seen. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const queue of [this.#together, this.#apart])
        while (queue.waiting.length > 0 && queue.underWay < queue.atMost) void this.#startBatch(queue);
      if (this.#together.waiting.length > 0) this.#awaitReturn();
    });
  }

  #awaitReturn(): void {
    this.#timeout ??= setTimeout(() => {
      this.#timeout = undefined;
      const queue = this.#together;
      if (queue.waiting.length > 0 && queue.underWay < this.#sessionsAtMost) void this.#startBatch(queue);
      if (queue.waiting.length > 0) this.#awaitReturn();
    }, MAX_WAIT_MS);
  }

  async #startBatch(queue: WriteQueue): Promise<void> {
    const writes = queue.waiting.splice(0, queue.size).filter(isWaitedFor);
    if (writes.length === 0) return;
    queue.underWay++;
    await this.#run(writes);
    queue.underWay--;
    if (queue === this.#together) {
      clearTimeout(this.#timeout);
      this.#timeout = undefined;
    }
    if (queue.waiting.length > 0) this.#schedule();
  }

  /** Never rejects: the callers hear of everything. @param isAgain whether a command that failed beside them was left out already */
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
    // Behind the others: what it failed by may be theirs.
    for (const write of blamed) this.#enqueue(this.#apart, write);
  }

  /** @param blamed where the statement that failed belongs to some of the commands only, these */
  async #send(writes: readonly Write[], blamed: Set<Write>): Promise<void> {
    const callers = writes.map(({ callOptions }) => callOptions);
    const session = await this.#sessions.open(callers);
    const queries = arrange(writes, (write) => blamed.add(write));
    if (this.#isTraced) noteBatchSent(callers, queries.length);
    try {
      await sendBatch(session.client, queries);
    } catch (error) {
      session.fail(error, connectionError(error));
      throw error;
    } finally {
      await session.release();
    }
  }
}

/** Commands that leave together, or each by itself. */
interface WriteQueue {
  readonly waiting: Write[];
  underWay: number;
  readonly atMost: number;
  /** Commands of a transaction, at most. */
  readonly size: number;
}

/** Refuses a command whose caller has gone. */
function isWaitedFor({ callOptions, reject }: Write): boolean {
  if (!areOver([callOptions])) return true;
  reject(new Refusal('DEADLINE_EXCEEDED'));
  return false;
}

/** Batches under way from which on commands gather. */
const BATCHES_AT_MOST = 2;
const COMMANDS_AT_MOST = 16;
/** A command of more holds up whoever travels with it. */
const SHARED_BYTES_AT_MOST = 16_384;
/** How long commands wait behind batches that do not come back, as on a session that hangs, before they go beside them. */
const MAX_WAIT_MS = 50;
/** How long a client goes apart behind a failure of its own. */
const APART_MS = 5_000;
/** So many clients are remembered, those whose failures are longest ago the least. */
const FAILING_AT_MOST = 4_096;
