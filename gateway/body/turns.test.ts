import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Occupies the event loop for so long. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Resolves when all work is done that was given to the turns. */
function doneAfter(turns: Turns, works: readonly (readonly [holder: string, work: () => void])[]): Promise<void> {
  return new Promise((resolve) => {
    let left = works.length;
    for (const [holder, work] of works)
      turns.take(holder, () => {
        work();
        if (--left === 0) resolve();
      });
  });
}

it('holders have their turns one after the other, each with his first work, however much another waits with', async () => {
  const done: string[] = [];
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
  await doneAfter(
    new Turns(),
    names.map((name) => [name[0] as string, () => done.push(name)]),
  );
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('nothing runs at once', async () => {
  const done: string[] = [];
  const end = doneAfter(new Turns(), [['a', () => done.push('work')]]);
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
  const end = doneAfter(new Turns(), [
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
  const turns = new Turns();
  const done: string[] = [];
  await new Promise<void>((resolve) => {
    turns.take('a', () => {
      done.push('first');
      turns.take('a', () => {
        done.push('second');
        resolve();
      });
    });
  });
  expect(done).toEqual(['first', 'second']);
});
