import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventLoopQueue } from './event-loop.ts';

let hasNeighbours: boolean;
let queue: EventLoopQueue;
/** The chunks that have run. */
let done: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  hasNeighbours = true;
  queue = new EventLoopQueue({ has: () => hasNeighbours });
  done = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Does a task in chunks, each of which takes this many milliseconds. */
async function runTask(institutionId: string, name: string, chunks: number, chunkMs: number): Promise<void> {
  for (let n = 1; n <= chunks; n++) {
    await queue.yield(institutionId);
    vi.advanceTimersByTime(chunkMs);
    done.push(`${name}${n}`);
  }
}

/** Advances the time, then lets everything run that waits for no timer. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (let round = 0; round < 50; round++) await new Promise(setImmediate);
}

it('institutions take turns, and so do the tasks of each; short chunks need no pause', async () => {
  void runTask('x', 'a', 3, 0);
  void runTask('x', 'b', 3, 0);
  void runTask('y', 'c', 3, 0);
  await pass(0);
  expect(done).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'c3', 'b2', 'a3', 'b3']);
});

it('only one chunk runs in a round of the event loop', async () => {
  void runTask('x', 'a', 3, 0);
  void runTask('y', 'b', 3, 0);
  let most = 0;
  for (let round = 0; round < 20; round++) {
    const before = done.length;
    await new Promise(setImmediate);
    most = Math.max(most, done.length - before);
  }
  expect([done.length, most]).toEqual([6, 1]);
});

it('an institution that has the process to itself does not pause', async () => {
  hasNeighbours = false;
  void runTask('x', 'a', 3, 20);
  await pass(0);
  expect(done).toEqual(['a1', 'a2', 'a3']);
});

it('an institution pauses for three times as long as its chunk took, and others go on', async () => {
  void runTask('x', 'a', 2, 20);
  void runTask('y', 'b', 2, 0);
  await pass(0);
  expect(done).toEqual(['a1', 'b1', 'b2']);
  await pass(59);
  expect(done).toHaveLength(3);
  await pass(1);
  expect(done.slice(3)).toEqual(['a2']);
});

it('the pause applies to tasks that begin later', async () => {
  await Promise.all([runTask('x', 'a', 1, 20), pass(0)]);
  void runTask('x', 'b', 1, 0);
  await pass(59);
  expect(done).toEqual(['a1']);
  await pass(1);
  expect(done).toEqual(['a1', 'b1']);
});

it('no pause is longer than half a second', async () => {
  void runTask('x', 'a', 2, 10_000);
  await pass(0);
  await pass(499);
  expect(done).toEqual(['a1']);
  await pass(1);
  expect(done).toEqual(['a1', 'a2']);
});

it('many items are worked on for four milliseconds at a time', async () => {
  void runTask('y', 'other ', 2, 0);
  const made = queue.mapInChunks('x', [1, 2, 3, 4, 5, 6], (item, index) => {
    vi.advanceTimersByTime(1);
    done.push(`item ${item}`);
    return item * 10 + index;
  });
  await pass(0);
  expect(await made).toEqual([10, 21, 32, 43, 54, 65]);
  expect(done).toEqual(['item 1', 'item 2', 'item 3', 'item 4', 'other 1', 'item 5', 'item 6', 'other 2']);
});
