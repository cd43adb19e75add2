import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProjectCopy } from '../../test/support/project-copy.ts';
import { faults, plant, testOf } from './plant.ts';

/**
 * `npm run test:planted -- TEXT`: plants each fault whose name or file contains the text, alone, in a copy of the
 * project, and runs the test that must find it. The exit code is 1 if one is not found, or if these tests fail without
 * a fault, too.
 */
const [, , text = ''] = process.argv;
const chosen = Object.entries(faults).filter(([name, { file }]) => `${name} ${file}`.includes(text));
if (chosen.length === 0) throw new Error('no fault is selected');
const run = promisify(execFile);
const OUT_OF_TIME = /timed out in \d+ms|did not come within \d+ ms/;
const copy = await ProjectCopy.make(tmpdir());
try {
  for (const [name, fault] of chosen) {
    const path = join(copy.path, fault.file);
    const source = await readFile(path, 'utf8');
    await writeFile(path, plant(source, fault));
    const found = await failureOf(testOf(fault));
    await writeFile(path, source);
    say(found !== undefined, `${name}: ${found ?? 'NOT FOUND'}`);
  }
  for (const test of new Set(chosen.map(([, fault]) => testOf(fault)))) {
    const failure = await failureOf(test);
    if (failure !== undefined) say(false, `Fails without a fault, too: ${failure}`);
  }
} finally {
  await copy.remove();
}

/**
 * The first failure of a test. One that runs out of time and a file that does not load prove nothing: on a slow
 * machine, or after a fault that breaks everything, every test would do that.
 */
async function failureOf(test: string): Promise<string | undefined> {
  const report = join(copy.path, 'planted.json');
  const args = ['vitest', 'run', ...test.split(' '), '--bail=1', '--reporter=json', `--outputFile=${report}`];
  // Of each scenario of the schedules.
  const env = { ...process.env, SEEDS: '200' };
  await rm(report, { force: true });
  // It fails: that is the proof.
  await run('npx', args, { cwd: copy.path, env, maxBuffer: Infinity }).catch(() => undefined);
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(
      ({ fullName, failureMessages: [message] }) => message && `${fullName}: ${message.split('\n')[0]?.slice(0, 200)}`,
    )
    .find((failure) => failure && !OUT_OF_TIME.test(failure));
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[];
  }[];
}

function say(isWell: boolean, line: string): void {
  process.stdout.write(`${line}\n`);
  if (!isWell) process.exitCode = 1;
}
