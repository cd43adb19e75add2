import { monotonicMs } from './clock.ts';

const waiting: (() => void)[] = [];

/**
 * Resolves when the next chunk of a long task may run. One chunk of one task runs in each round of the event loop,
 * first come, first served, so that short requests run in between.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeNext);
  });
}

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Like `items.map(make)`, but yields whenever it has run for CHUNK_MS. */
export async function mapInChunks<T, U>(items: readonly T[], make: (item: T, index: number) => U): Promise<U[]> {
  const made: U[] = [];
  let began = monotonicMs();
  for (const [index, item] of items.entries()) {
    if (monotonicMs() - began >= CHUNK_MS) {
      await yieldToEventLoop();
      began = monotonicMs();
    }
    made.push(make(item, index));
  }
  return made;
}

/** Reading or writing a message of more bytes takes some milliseconds. */
export const LARGE_MESSAGE_BYTES = 64 * 1024;
/** How long a chunk runs before it yields: shorter ones would spend more on yielding. */
const CHUNK_MS = 4;
