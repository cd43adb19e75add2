// The thread of watchdog.ts. It is JavaScript, because a thread would load Node's compiler of TypeScript for itself: 15 MB and more.
import { write } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';

const { answered, line, tickMs, ticks } = workerData;
const never = new Int32Array(new SharedArrayBuffer(4));
const pause = () => Atomics.wait(never, 0, 0, tickMs);

// Ticks of its own, not a clock: while the process is stopped or the machine asleep, this thread stands still as well.
for (let missed = 0; missed < ticks; missed = Atomics.exchange(answered, 0, 0) ? 0 : missed + 1) {
  if (missed === 0) parentPort.postMessage('is anybody there?');
  pause();
}

// It does not wait for the line: what made the loop stand still may be a full pipe.
write(1, `${JSON.stringify({ level: 60, time: new Date().toISOString(), ...line })}\n`, () => undefined);
pause();
process.kill(process.pid, 'SIGKILL');

// Process 1 of a container gets no signal of its own. Nothing but a fault ends it: a breakpoint where there is no debugger.
setFlagsFromString('--allow-natives-syntax');
new Function('%SystemBreak()')();
