import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../test/support/process/lifetime-process.ts', import.meta.url));
const LONG_MS = 60_000;

/** Starts the program of lifetime-process.ts. */
function start(graceMs: number, ...faults: string[]) {
  const child = spawn(process.execPath, [PROGRAM, String(graceMs), ...faults], { stdio: 'pipe' });
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
      const [code] = await closed;
      return { code, printed, errors };
    },
    isRunning: () => child.exitCode === null,
  };
}

describe.concurrent('a process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends at %s what it has taken, in reverse, and exits with 0',
    async (signal) => {
      const process = start(LONG_MS);
      await process.untilPrinted('started');
      process.kill(signal);
      const { code, printed } = await process.exited();
      expect(code).toBe(0);
      expect(printed).toEqual(['begin-a', 'begin-b', 'started', 'end-b', 'end-a']);
    },
  );

  it('treats two simultaneous signals as one', async () => {
    const process = start(LONG_MS, 'wait-end-b');
    await process.untilPrinted('started');
    process.kill();
    process.kill('SIGINT');
    await process.untilPrinted('end-b');
    process.go();
    const { code, printed } = await process.exited();
    expect(code).toBe(0);
    expect(printed.at(-1)).toBe('end-a');
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

  it('reports a failed shutdown', async () => {
    const process = start(LONG_MS, 'fail-end-b');
    await process.untilPrinted('started');
    process.kill();
    const { code, errors } = await process.exited();
    expect(code).toBe(1);
    expect(errors).toMatch(/stopping failed.*|fails: end-b/);
  });

  it('closes what it has started when the start fails', async () => {
    const { code, printed, errors } = await start(LONG_MS, 'fail-begin-b').exited();
    expect(code).toBe(1);
    expect(printed).toEqual(['begin-a', 'begin-b', 'end-a']);
    expect(errors).toContain('fails: begin-b');
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
