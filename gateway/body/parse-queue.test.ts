import { beforeEach, expect, it, vi } from 'vitest';
import { ParseQueue } from './parse-queue.ts';

let hasNeighbours: boolean;
let parseQueue: ParseQueue;
beforeEach(() => {
  hasNeighbours = false;
  parseQueue = new ParseQueue({ has: () => hasNeighbours });
});

function of(integrationId: string) {
  return { institutionId: 'x', integrationId };
}

/** Occupies the event loop for so long. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Resolves when all work of clients is done that was given to the turns. */
function doneAfter(works: readonly (readonly [client: string, work: () => void])[]): Promise<void> {
  return new Promise((resolve) => {
    let left = works.length;
    for (const [client, work] of works)
      parseQueue.add(of(client), () => {
        work();
        if (--left === 0) resolve();
      });
  });
}

it('holders have their turns one after the other, each with his first work, however much another waits with', async () => {
  const done: string[] = [];
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
  await doneAfter(names.map((name) => [name[0] as string, () => done.push(name)]));
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('nothing runs at once', async () => {
  const done: string[] = [];
  const end = doneAfter([['a', () => done.push('work')]]);
  done.push('taken');
  await end;
  expect(done).toEqual(['taken', 'work']);
});

it('between pieces that take long everything else goes on', async () => {
  const done: string[] = [];
  let isOver = false;
  const other = () => {
    done.push('other');
    if (!isOver) setImmediate(other);
  };
  const long = (name: string) => () => {
    block(5);
    done.push(name);
  };
  const end = doneAfter([
    ['a', long('a1')],
    ['a', long('a2')],
    ['b', long('b1')],
  ]);
  setImmediate(other);
  await end;
  isOver = true;
  const [first, second, third] = ['a1', 'b1', 'a2'].map((name) => done.indexOf(name)) as [number, number, number];
  expect(done.slice(first + 1, second)).toContain('other');
  expect(done.slice(second + 1, third)).toContain('other');
});

it('work that brings more work has it done', async () => {
  const done: string[] = [];
  await new Promise<void>((resolve) => {
    parseQueue.add(of('a'), () => {
      done.push('first');
      parseQueue.add(of('a'), () => {
        done.push('second');
        resolve();
      });
    });
  });
  expect(done).toEqual(['first', 'second']);
});

it.each([
  [false, 20],
  [true, 60],
])(
  'behind a piece of 20 ms there is a pause (other institutions have requests: %s) of %i ms, for who comes later, too',
  async (others, pauseMs) => {
    hasNeighbours = others;
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      await doneAfter([['a', () => vi.advanceTimersByTime(20)]]);
      const done: string[] = [];
      await new Promise(setImmediate);
      const end = doneAfter([['b', () => done.push('b')]]);
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(done).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await end;
      expect(done).toEqual(['b']);
    } finally {
      vi.useRealTimers();
    }
  },
);
