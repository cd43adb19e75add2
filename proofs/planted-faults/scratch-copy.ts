import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createVitest, type TestCase, type Vitest } from 'vitest/node';
import { ProjectCopy } from '../../test/support/project-copy.ts';
import { type Fault, plant } from './fault.ts';

/** A test that has failed. */
export interface FailedTest {
  /** The path of its file. */
  readonly file: string;
  readonly test: string;
  /** The first line of the failure. */
  readonly message: string;
}

/**
 * A copy of the project, in which one fault after the other is planted. Its servers and its compiled modules serve all
 * runs of its tests.
 */
export class ScratchCopy {
  readonly #copy: ProjectCopy;
  #vitest: Vitest;
  #failed: FailedTest | null = null;

  private constructor(copy: ProjectCopy, vitest: Vitest) {
    this.#copy = copy;
    this.#vitest = vitest;
  }

  static async make(parent: string): Promise<ScratchCopy> {
    const copy = await ProjectCopy.make(parent);
    // Some tests start programs as another user.
    await chmod(copy.path, 0o755);
    const scratch: ScratchCopy = new ScratchCopy(copy, await start(copy, (test) => scratch.#note(test)));
    return scratch;
  }

  /** Runs `work` with a fault in the copy. */
  async withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    const source = await readFile(join(this.#copy.path, fault.file), 'utf8');
    await this.#change(fault.file, plant(source, fault));
    try {
      return await work();
    } finally {
      await this.#change(fault.file, source);
    }
  }

  /**
   * Runs the tests of the fast suite whose paths contain one of `paths`, or all without any, up to the first failure,
   * and returns that; null without one. A test that has run out of time, and a file that does not load, prove nothing:
   * on a slow machine, or after a fault that breaks everything, every test would do that.
   */
  async run(paths: readonly string[]): Promise<FailedTest | null> {
    const all = await this.#vitest.globTestSpecifications([...paths]);
    // Proofs need other engines, or fill the machine.
    const fast = all.filter(({ moduleId }) => !this.#pathOf(moduleId).startsWith('proofs/'));
    this.#failed = null;
    await this.#vitest.runTestSpecifications(fast);
    return this.#failed;
  }

  async remove(): Promise<void> {
    await this.#vitest.close();
    await this.#copy.remove();
  }

  async #change(file: string, source: string): Promise<void> {
    const path = join(this.#copy.path, file);
    await writeFile(path, source);
    this.#vitest.invalidateFile(path);
    if (!file.endsWith('.sql')) return;
    // Migrations run when the servers start.
    await this.#vitest.close();
    this.#vitest = await start(this.#copy, (test) => this.#note(test));
  }

  #note(test: TestCase): void {
    const [error] = test.result().errors ?? [];
    if (!error || OUT_OF_TIME.test(error.message)) return;
    const [message = ''] = error.message.split('\n');
    this.#failed ??= { file: this.#pathOf(test.module.moduleId), test: test.fullName, message };
  }

  #pathOf(moduleId: string): string {
    return relative(this.#copy.path, moduleId);
  }
}

function start({ path }: ProjectCopy, onTestCaseResult: (test: TestCase) => void): Promise<Vitest> {
  return createVitest('test', { root: path, watch: false, bail: 1, silent: true, reporters: [{ onTestCaseResult }] });
}

const OUT_OF_TIME = /timed out in \d+ms|did not come within \d+ ms/;
