import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../observability/log.ts';

/**
 * Ends this process, with a last line in its log, when its event loop stands still for half a minute: it answers
 * nothing meanwhile, not even SIGTERM, and its supervisor starts it again. A thread of its own looks, six times in half
 * a minute. Not under a debugger, which makes the loop stand still on purpose.
 */
export function watchEventLoop(log: Logger): void {
  if (debuggerUrl() !== undefined) return;
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    name: 'watchdog',
    workerData: { answered, line: { ...log.bindings(), msg: MESSAGE }, tickMs: 5_000, ticks: 6 },
    // None of the process's preloaded modules, variables and sizes: it needs a few hundred kilobytes.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  thread.on('message', () => Atomics.store(answered, 0, 1));
  thread.on('error', (error) => log.error({ err: error }, 'nothing watches the event loop'));
  thread.unref();
}

const MESSAGE = 'the event loop stood still for half a minute: the process ends itself';
