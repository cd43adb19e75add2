import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { projectRoot } from '../../test/support/process/program.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import type { Branches } from './branches.ts';

/** Records which branches processes enter, killed ones as well. */
export async function recordBranches(scope: TestScope, branches: Branches) {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-branches-'));
  scope.onClear(() => rm(folder, { recursive: true }));
  const record = join(folder, 'entered');
  writeFileSync(record, '');
  const positions = Object.entries(branches).map(([name, branch]) => ({
    name,
    file: branch[0],
    at: positionOf(branch),
  }));
  /** The names of the branches that no process has entered so far. */
  const notEntered = () => {
    const entered = new Set(readFileSync(record, 'utf8').split('\n'));
    return Object.keys(branches).filter((name) => !entered.has(name));
  };
  return {
    /** What makes a process record. The engine counts no blocks of code that it has read from a cache. */
    environment: {
      NODE_OPTIONS: `--import=${new URL('record-branches.ts', import.meta.url).href}`,
      NODE_DISABLE_COMPILE_CACHE: '1',
      RARE_BRANCHES_RECORD: record,
      RARE_BRANCHES: JSON.stringify(positions),
    },
    notEntered,
    /** Ends the recording. Returns what no process has entered. */
    async end(): Promise<string[]> {
      const names = notEntered();
      await rm(record);
      return names;
    },
  };
}

/** Throws unless the source has the branch's text once. */
export function positionOf([file, code]: Branches[string]): number {
  const [before, after, ...more] = readFileSync(resolve(projectRoot, file), 'utf8').split(code);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} must have this text once: ${code}`);
  return before.length;
}
