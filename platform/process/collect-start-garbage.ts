import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of a process's start once, as soon as the process has had nothing to do for {@link IDLE_MS}. V8
 * collects when memory is allocated, so an idle process would keep this garbage for good: a fifth of its memory. A busy
 * process collects by itself, and is not made to pause.
 */
export function collectStartGarbage(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE_UTILIZATION) return;
    clearInterval(timer);
    setFlagsFromString('--expose-gc');
    // Contexts made from now on have it; the process's own does not.
    runInNewContext('gc()');
    setFlagsFromString('--no-expose-gc');
  }, IDLE_MS).unref();
}

const IDLE_MS = 10_000;
const IDLE_UTILIZATION = 0.1;
