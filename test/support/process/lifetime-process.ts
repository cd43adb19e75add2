import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { runUntilSignal } from '../../../platform/process/lifetime.ts';

/**
 * A program that prints each resource it opens and closes, for the tests of runUntilSignal. The first argument is the
 * grace period in milliseconds; the others are faults. `wait-…` continues when a line arrives on standard input.
 */
const [grace, ...faults] = process.argv.slice(2);
const print = (line: string) => process.stdout.write(`${line}\n`);
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

function step(name: string) {
  return async () => {
    print(name);
    if (faults.includes(`wait-${name}`)) await input.next();
    if (faults.includes(`fail-${name}`)) throw new Error(`fails: ${name}`);
    if (faults.includes(`hang-${name}`)) await new Promise(() => undefined);
  };
}

await runUntilSignal(pino({ base: null, timestamp: false }, pino.destination(2)), Number(grace), async (acquire) => {
  await acquire(step('begin-a')(), step('end-a'));
  await acquire(step('begin-b')(), step('end-b'));
  print('started');
});
