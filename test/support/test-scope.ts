import { DataDirectory } from './data-directory.ts';
import { spawnLyceum, type Welcome, welcomeOf } from './process/lyceum-process.ts';
import type { Program, ProgramOptions } from './process/program.ts';

/**
 * Everything a test of processes has started; `clear` after each test ends and removes it all, whether the test passed
 * or not.
 */
export class TestScope {
  readonly #programs: Program[] = [];
  readonly #directories: DataDirectory[] = [];
  readonly #others: (() => Promise<unknown>)[] = [];

  run(program: Program): Program {
    this.#programs.push(program);
    return program;
  }

  async dataDirectory(parent?: string): Promise<DataDirectory> {
    const directory = await DataDirectory.make(parent);
    this.#directories.push(directory);
    return directory;
  }

  /** Registers another cleanup. */
  onClear(undo: () => Promise<unknown>): void {
    this.#others.unshift(undo);
  }

  /** Starts the platform and waits until it is ready. */
  async startLyceum(data: DataDirectory, options: ProgramOptions = {}): Promise<Welcome & { program: Program }> {
    const program = this.run(spawnLyceum(data, options));
    return { ...(await welcomeOf(program)), program };
  }

  async clear(): Promise<void> {
    for (const program of this.#programs.splice(0)) {
      if (program.isRunning) program.kill('SIGKILL');
      await program.exited;
    }
    for (const undo of this.#others.splice(0)) await undo();
    for (const directory of this.#directories.splice(0)) await directory.remove();
  }
}
