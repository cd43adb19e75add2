import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { collectStartGarbage } from './collect-start-garbage.ts';

it('the garbage of a start is collected once the process is idle', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  collectStartGarbage();
  const garbage = new WeakRef({ large: new Array(1_000_000).fill(0) });
  // On a machine that is busy with others, an idle process seems busy.
  for (let seconds = 0; seconds < 20; seconds++) {
    await delay(1_000);
    vi.advanceTimersByTime(10_000);
    // The turn that looks at a weak reference keeps its target.
    await delay(1);
    if (garbage.deref() === undefined) return;
  }
  expect.unreachable('it is still there');
}, 60_000);
