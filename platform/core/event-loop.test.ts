import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapInChunks, yieldToEventLoop } from './event-loop.ts';

/** The chunks that have run. */
let done: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  done = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Does a task in chunks. */
async function runTask(name: string, chunks: number): Promise<void> {
  for (let n = 1; n <= chunks; n++) {
    await yieldToEventLoop();
    done.push(`${name}${n}`);
  }
}

const rounds = async (count: number) => {
  for (let round = 0; round < count; round++) await new Promise(setImmediate);
};

it('tasks take turns', async () => {
  await Promise.all([runTask('a', 3), runTask('b', 2), runTask('c', 1)]);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('only one chunk runs in a round of the event loop', async () => {
  void runTask('a', 3);
  void runTask('b', 3);
  let most = 0;
  for (let round = 0; round < 20; round++) {
    const before = done.length;
    await rounds(1);
    most = Math.max(most, done.length - before);
  }
  expect([done.length, most]).toEqual([6, 1]);
});

it('many items are worked on for four milliseconds at a time', async () => {
  const other = runTask('other ', 2);
  const made = await mapInChunks([1, 2, 3, 4, 5, 6], (item, index) => {
    vi.advanceTimersByTime(1);
    done.push(`item ${item}`);
    return item * 10 + index;
  });
  await other;
  expect(made).toEqual([10, 21, 32, 43, 54, 65]);
  expect(done).toEqual(['item 1', 'item 2', 'item 3', 'item 4', 'other 1', 'item 5', 'item 6', 'other 2']);
});
