import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { projectRoot } from '../../test/support/process/program.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import type { Branch } from './branches.ts';

/** Which branches processes have entered, killed ones as well. */
export class RecordedBranches {
  readonly #branches: readonly Branch[];
  readonly #record: string;

  private constructor(branches: readonly Branch[], record: string) {
    this.#branches = branches;
    this.#record = record;
  }

  static async start(scope: TestScope, branches: readonly Branch[]): Promise<RecordedBranches> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-branches-'));
    scope.onClear(() => rm(folder, { recursive: true }));
    const record = join(folder, 'entered');
    writeFileSync(record, '');
    return new RecordedBranches(branches, record);
  }

  /** What makes a process record. The engine counts no blocks of code that it has read from a cache. */
  get environment(): Readonly<Record<string, string>> {
    return {
      NODE_OPTIONS: `--import=${new URL('record-branches.ts', import.meta.url).href}`,
      NODE_DISABLE_COMPILE_CACHE: '1',
      RARE_BRANCHES_RECORD: this.#record,
      RARE_BRANCHES: JSON.stringify(this.#branches.map((branch) => ({ ...branch, at: positionOf(branch) }))),
    };
  }

  /** The names of the branches that no process has entered so far. */
  get notEntered(): string[] {
    const entered = new Set(readFileSync(this.#record, 'utf8').split('\n'));
    return this.#branches.map(({ name }) => name).filter((name) => !entered.has(name));
  }

  /** Ends the recording. Returns what no process has entered. */
  async end(): Promise<string[]> {
    const { notEntered } = this;
    await rm(this.#record);
    return notEntered;
  }
}

/** Throws unless the source has the branch's text once. */
export function positionOf({ name, file, code }: Branch): number {
  const source = readFileSync(resolve(projectRoot, file), 'utf8');
  const at = source.indexOf(code);
  if (at === -1 || source.includes(code, at + 1)) throw new Error(`${name}: ${file} must have this text once: ${code}`);
  return at;
}
