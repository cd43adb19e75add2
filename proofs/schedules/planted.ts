import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ProjectCopy } from '../../test/support/project-copy.ts';
import { plant } from '../planted-faults/fault.ts';
import { allFaults } from '../planted-faults/faults/all-faults.ts';

/**
 * `npm run test:schedules:planted`: plants races, each alone in a copy of the project, and explores schedules up to the
 * seed that finds it. The exit code is 1 if one is not found.
 */
const SCENARIOS: Readonly<Record<string, string>> = {
  'A punch is written although another one has changed what it was decided on': 'time-tracking',
  'Two imports of an institution may run at once': 'import-and-requests',
  'Rooms are looked at before others have finished booking them': 'rooms',
  'Two who use a one-time link at the same moment are both signed in': 'sign-in-and-removal',
  'A relay that has lost its lock goes on publishing': 'relays',
  'A key is not claimed while its request runs': 'replays-of-a-punch',
  'A refusal comes before the answer that its key has got meanwhile': 'replays-of-a-punch',
};
const SEEDS = '1000';
const run = promisify(execFile);

const copy = await ProjectCopy.make(tmpdir());
try {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const fault = allFaults.find((each) => each.name === name);
    if (!fault) throw new Error(`no planted fault has the name “${name}”`);
    const path = join(copy.path, fault.file);
    const source = await readFile(path, 'utf8');
    await writeFile(path, plant(source, fault));
    const explored = run(process.execPath, ['proofs/schedules/main.ts', '--seeds', SEEDS, '--scenario', scenario], {
      cwd: copy.path,
    });
    // It fails: that is the proof.
    const { stdout } = await explored.catch((error: { readonly stdout: string }) => error);
    await writeFile(path, source);
    const found = /^\S+, seed \d+: not “.+”$/m.exec(stdout)?.[0];
    process.stdout.write(`${name}: ${found ?? 'not found'}\n`);
    if (!found) process.exitCode = 1;
  }
} finally {
  await copy.remove();
}
