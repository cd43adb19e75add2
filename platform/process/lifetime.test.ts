import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { childrenOf, signalAll } from '../../test/support/process/process-tree.ts';
import { STILL_LOOP } from '../../test/support/process/still-loop.ts';

const PROGRAM = fileURLToPath(new URL('../../test/support/process/lifetime-process.ts', import.meta.url));
const LONG_MS = 60_000;

/** Starts the program of lifetime-process.ts. */
function start(graceMs: number, ...faults: string[]) {
  return startWith([], graceMs, faults);
}

/** The same behind a command, and with a loop that SIGUSR2 makes stand still. */
function startWith(command: readonly string[], graceMs: number, faults: readonly string[] = []) {
  const node = [process.execPath, PROGRAM, String(graceMs), ...faults];
  const [file = '', ...args] = [...command, ...node];
  const child = spawn(file, args, { stdio: 'pipe', env: { ...process.env, ...STILL_LOOP } });
  const printed: string[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (word) => printed.push(word));
  // A process that has ended reads no input.
  child.stdin.on('error', () => undefined);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = once(child, 'close');
  return {
    printed,
    /** Closes the reading end of its output. */
    stopReading: () => child.stdout.destroy(),
    kill: (signal: NodeJS.Signals = 'SIGTERM') => child.kill(signal),
    /** Lets it continue where it waits. */
    go: () => child.stdin.write('go\n'),
    async untilPrinted(word: string) {
      while (!printed.includes(word))
        await Promise.race([once(lines, 'line'), closed.then(() => Promise.reject(new Error(errors)))]);
    },
    async untilError(word: string) {
      while (!errors.includes(word)) await once(child.stderr, 'data');
    },
    async exited() {
      const [code, signal] = await closed;
      return { code, signal, printed, errors };
    },
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null,
  };
}

describe.concurrent('a process', () => {
  it('ends at SIGTERM and SIGINT, at once too, what it has taken, in reverse, and exits with 0', async () => {
    const process = start(LONG_MS, 'wait-end-b');
    await process.untilPrinted('started');
    process.kill();
    process.kill('SIGINT');
    await process.untilPrinted('end-b');
    process.go();
    const { code, printed } = await process.exited();
    expect(code).toBe(0);
    expect(printed).toEqual(['begin-a', 'begin-b', 'started', 'end-b', 'end-a']);
  });

  it('stops at once on a second signal', async () => {
    const process = start(LONG_MS, 'hang-end-b');
    await process.untilPrinted('started');
    process.kill();
    await process.untilPrinted('end-b');
    while (process.isRunning()) {
      process.kill();
      await sleep(50);
    }
    const { code, printed } = await process.exited();
    expect(code).toBe(1);
    expect(printed).not.toContain('end-a');
  });

  it('does not exceed its grace period', async () => {
    const process = start(100, 'hang-end-b');
    await process.untilPrinted('started');
    process.kill();
    const { code, errors } = await process.exited();
    expect(code).toBe(1);
    expect(errors).toContain('did not stop within the grace period');
  });

  it('keeps running when its output is no longer read', async () => {
    const process = start(LONG_MS, 'wait-end-b');
    await process.untilPrinted('started');
    process.stopReading();
    process.kill();
    await process.untilError('stopping');
    process.go();
    expect((await process.exited()).code).toBe(0);
  });

  it('ends what is left behind a part that hangs, within its grace period', async () => {
    const process = start(1_500, 'hang-end-b');
    await process.untilPrinted('started');
    process.kill();
    const { code, printed, errors } = await process.exited();
    expect(code).toBe(1);
    expect(printed.at(-1)).toBe('end-a');
    expect(errors).toContain('a part did not end in time');
  });

  it('reports a failed shutdown, and ends what is left', async () => {
    const process = start(LONG_MS, 'fail-end-b');
    await process.untilPrinted('started');
    process.kill();
    const { code, printed, errors } = await process.exited();
    expect(code).toBe(1);
    expect(errors).toContain('fails: end-b');
    expect(errors).toContain('stopping failed');
    expect(printed.at(-1)).toBe('end-a');
  });

  it('closes what it has started when the start fails, and throws the error of its start, whatever fails to close', async () => {
    const { code, printed, errors } = await start(LONG_MS, 'fail-begin-b', 'fail-end-a').exited();
    expect([code, printed]).toEqual([1, ['begin-a', 'begin-b', 'end-a']]);
    expect(errors).toContain('Error: fails: begin-b');
    expect(errors).toContain('stopping failed');
  });

  it('finishes the current step, and starts no other, on a signal during the start', async () => {
    const process = start(LONG_MS, 'wait-begin-a');
    await process.untilPrinted('begin-a');
    process.kill();
    await process.untilError('stopping');
    process.go();
    const { code, printed } = await process.exited();
    expect(code).toBe(0);
    expect(printed).toEqual(['begin-a', 'end-a']);
  });
});

describe.concurrent('an event loop that stands still', () => {
  const LAST_LINE =
    /"level":60,"time":"[^"]+",.*"msg":"the event loop stood still for half a minute: the process ends itself"/;

  it('ends its process, which says so', async () => {
    const process = start(LONG_MS);
    await process.untilPrinted('started');
    process.kill('SIGUSR2');
    const { signal, printed } = await process.exited();
    expect(signal).toBe('SIGKILL');
    expect(printed.at(-1)).toMatch(LAST_LINE);
  });

  it('ends its process after a signal to stop, too', async () => {
    const process = start(LONG_MS, 'hang-end-b');
    await process.untilPrinted('started');
    process.kill();
    await process.untilPrinted('end-b');
    process.kill('SIGUSR2');
    expect(await process.exited()).toMatchObject({ signal: 'SIGKILL' });
  });

  it('does not count while the process itself is stopped', async () => {
    const [stopped, still] = [start(LONG_MS), start(LONG_MS)];
    await Promise.all([stopped.untilPrinted('started'), still.untilPrinted('started')]);
    stopped.kill('SIGSTOP');
    still.kill('SIGUSR2');
    await still.exited();
    stopped.kill('SIGCONT');
    stopped.kill();
    expect(await stopped.exited()).toMatchObject({ code: 0, signal: null });
  });

  const own = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const isPossible = spawnSync('unshare', [...own, 'true']).status === 0;
  const skipped = isPossible ? '' : ' (SKIPPED: this is not Linux, or not root)';
  it.skipIf(!isPossible)(`ends process 1 of a container, which no signal of its own ends${skipped}`, async () => {
    const process = startWith(own, LONG_MS);
    await process.untilPrinted('started');
    signalAll(await childrenOf(process.pid), 'SIGUSR2');
    const { signal, printed } = await process.exited();
    expect(signal).toBe('SIGTRAP');
    expect(printed.at(-1)).toMatch(LAST_LINE);
  });
});
