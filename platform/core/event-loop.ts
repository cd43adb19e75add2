import { monotonicMs } from './clock.ts';
import { type Neighbours, neighbours } from './neighbours.ts';

/**
 * Shares the event loop among long tasks: one chunk per round of the loop, the institutions in turn, so that short requests run in between.
 * While other institutions have requests, an institution pauses after each chunk for three times as long as the chunk took, so that its long
 * tasks leave most of the processor to the others, in each process that they run in.
 */
export class EventLoopQueue {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  /** What waits to resume, by institution; an empty list while nothing waits but a chunk runs or its pause lasts. */
  readonly #waiting = new Map<string | null, (() => void)[]>();
  /** Institutions whose next chunk may run. */
  readonly #due: (string | null)[] = [];

  constructor(neighbours: Pick<Neighbours, 'has'>) {
    this.#neighbours = neighbours;
  }

  /**
   * Resolves when the next chunk of a task may run; first come, first served among the tasks of an institution.
   * @param institutionId whom the task is done for; null: no institution in particular
   */
  yield(institutionId: string | null): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(institutionId);
      if (waiting) return void waiting.push(resolve);
      this.#waiting.set(institutionId, [resolve]);
      this.#enqueue(institutionId);
    });
  }

  /** Like `items.map(make)`, but yields whenever it has run for CHUNK_MS. */
  async mapInChunks<T, U>(
    institutionId: string | null,
    items: readonly T[],
    make: (item: T, index: number) => U,
  ): Promise<U[]> {
    const made: U[] = [];
    let began = monotonicMs();
    for (const [index, item] of items.entries()) {
      if (monotonicMs() - began >= CHUNK_MS) {
        await this.yield(institutionId);
        began = monotonicMs();
      }
      made.push(make(item, index));
    }
    return made;
  }

  #enqueue(institutionId: string | null): void {
    if (this.#due.push(institutionId) === 1) this.#scheduleRound();
  }

  /** The second callback runs right after the first and the chunk that it resumes, so that it measures nothing else. */
  #scheduleRound(): void {
    const institutionId = this.#due[0] as string | null;
    let began = 0;
    setImmediate(() => {
      began = monotonicMs();
      this.#waiting.get(institutionId)?.shift()?.();
    });
    setImmediate(() => {
      this.#pause(institutionId, monotonicMs() - began);
      this.#due.shift();
      if (this.#due.length > 0) this.#scheduleRound();
    });
  }

  #pause(institutionId: string | null, tookMs: number): void {
    if (tookMs < SHORTEST_MS || !this.#neighbours.has(institutionId)) this.#continue(institutionId);
    else setTimeout(() => this.#continue(institutionId), Math.min(tookMs * PAUSE_FACTOR, PAUSE_AT_MOST_MS));
  }

  #continue(institutionId: string | null): void {
    if (this.#waiting.get(institutionId)?.length) this.#enqueue(institutionId);
    else this.#waiting.delete(institutionId);
  }
}

/** Shared by the whole process: all long tasks yield to each other. */
export const eventLoop = new EventLoopQueue(neighbours);

/** Reading or writing a message of more bytes takes some milliseconds. */
export const LARGE_MESSAGE_BYTES = 64 * 1024;
/** How long a chunk runs before it yields: shorter ones would spend more on yielding. */
const CHUNK_MS = 4;
/** A shorter chunk is not followed by a pause: a timer takes a millisecond at least. */
const SHORTEST_MS = 1;
/** How many times as long as a chunk took the pause lasts. */
const PAUSE_FACTOR = 3;
/** A chunk during which the whole process stood still says nothing about its own length. */
const PAUSE_AT_MOST_MS = 500;
