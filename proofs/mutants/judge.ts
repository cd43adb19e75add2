import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ProjectCopy } from '../../test/support/project-copy.ts';
import { Coverage } from './coverage.ts';
import { type Mutant, mutantsOf } from './mutant.ts';
import type { Stage } from './shards.ts';
import { instrument, type MutantRun, type StrykerMutant, type TestRunner, TestState, testRunner } from './stryker.ts';

/** What the tests say of a mutant. */
export interface Verdict extends Mutant {
  /**
   * `late` if a test ran out of time before one failed: on a busy machine, that proves little. `unreached` if it
   * survived, and no test of this process runs its code.
   */
  readonly outcome: 'found' | 'late' | 'survived' | 'unreached';
  /** The tests that failed: all of them among those that ran. */
  readonly finders: readonly string[];
  /** How the first one failed. */
  readonly how: string;
  /** How many tests ran, of how many that reach the code. */
  readonly ran: number;
  readonly reach: number;
  readonly seconds: number;
  /** Up to which stage. */
  readonly stage?: Stage;
}

/** What is judged, and by what. */
export interface Plan {
  /** The paths of the sources that get mutants. */
  readonly sources: readonly string[];
  /** The paths of the tests. */
  readonly tests: readonly string[];
  /** How many mutants are judged at once. */
  readonly concurrency: number;
}

/**
 * A copy of the project with mutants in its sources, and the tests that judge them one after the other, in a process
 * each. The mutant is also active in the programs that tests start.
 */
export class Judge {
  readonly #copy: ProjectCopy;
  readonly #mutants: ReadonlyMap<string, StrykerMutant>;
  readonly #coverage: Coverage;
  /** Those that run nothing at the moment. */
  readonly #idle: TestRunner[];

  private constructor(
    copy: ProjectCopy,
    runners: TestRunner[],
    mutants: Map<string, StrykerMutant>,
    coverage: Coverage,
  ) {
    this.#copy = copy;
    this.#idle = runners;
    this.#mutants = mutants;
    this.#coverage = coverage;
  }

  /** Tests that fail without a mutant judge none; `report` gets their names. */
  static async make({ sources, tests, concurrency }: Plan, report: (line: string) => void): Promise<Judge> {
    const copy = await ProjectCopy.make(tmpdir());
    const mutants = await plantAll(copy, sources);
    const runner = await startIn(copy);
    const begun = performance.now();
    const dryRun = await runner.dryRun({ files: [], testFiles: tests.map((path) => join(copy.path, path)) });
    if (dryRun.status !== 'complete') throw new Error(`the tests do not run without a mutant: ${dryRun.errorMessage}`);
    for (const { id, status } of dryRun.tests) if (status === TestState.failed) report(`Fails without a mutant: ${id}`);
    report(`${dryRun.tests.length} tests pass without a mutant, in ${secondsSince(begun)} s`);
    const runners = [runner];
    while (runners.length < concurrency) runners.push(await startIn(copy));
    return new Judge(copy, runners, mutants, new Coverage(dryRun, mutants));
  }

  /**
   * Runs the tests that reach a mutant: the nearest, up to about five seconds, and the others if none of these finds
   * it.
   */
  async judge(mutant: Mutant): Promise<Verdict> {
    const planted = this.#mutants.get(mutant.key);
    if (!planted) throw new Error(`${mutant.file}:${mutant.line} was not planted`);
    const begun = performance.now();
    const { near, far, isReached } = this.#coverage.testsFor(planted, mutant.file);
    const reach = near.length + far.length;
    let run: MutantRun = { status: 'survived' };
    let ran = 0;
    for (const tests of [near, far]) {
      if (tests.length === 0 || run.status !== 'survived') continue;
      run = await this.#run(planted, tests);
      ran += tests.length;
    }
    const how = (run.failureMessage ?? run.errorMessage ?? run.status).split('\n')[0]?.slice(0, 200) ?? '';
    return {
      ...mutant,
      outcome:
        run.status === 'survived' ? (isReached ? 'survived' : 'unreached') : OUT_OF_TIME.test(how) ? 'late' : 'found',
      finders: run.killedBy ?? [],
      how,
      ran,
      reach,
      seconds: secondsSince(begun),
    };
  }

  async remove(): Promise<void> {
    for (const runner of this.#idle) await runner.dispose();
    process.chdir(dirname(this.#copy.path));
    await this.#copy.remove();
  }

  /** A run that does not end is ended. */
  async #run(mutant: StrykerMutant, testFilter: readonly string[]): Promise<MutantRun> {
    const runner = this.#idle.pop();
    if (!runner) throw new Error('more mutants are judged at once than there are runners');
    for (const { config } of runner.ctx.projects) config.env = { ...config.env, __STRYKER_ACTIVE_MUTANT__: mutant.id };
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<MutantRun>((resolve) => {
      timer = setTimeout(() => resolve(ENDED), LONGEST_RUN_MS);
    });
    const hitLimit = this.#coverage.hitLimit(mutant.id);
    const options = { testFilter, hitLimit, mutantActivation: 'static', sandboxFileName: mutant.fileName } as const;
    const run = await Promise.race([runner.mutantRun({ ...options, activeMutant: mutant }), tooLong]);
    clearTimeout(timer);
    if (run === ENDED) await runner.dispose();
    this.#idle.push(run === ENDED ? await startIn(this.#copy) : runner);
    return run;
  }
}

/** Plants every mutant of the sources in the copy. */
async function plantAll(copy: ProjectCopy, sources: readonly string[]): Promise<Map<string, StrykerMutant>> {
  const contents = await Promise.all(sources.map((path) => readFile(join(copy.path, path), 'utf8')));
  const { files, mutants } = await instrument(
    sources.map((path, n) => ({ name: join(copy.path, path), content: contents[n] ?? '' })),
  );
  await Promise.all(files.map(({ name, content }) => writeFile(name, content)));
  const planted = new Map<string, StrykerMutant>();
  for (const [n, path] of sources.entries()) {
    const own = mutants.filter(({ fileName }) => fileName === join(copy.path, path));
    for (const [index, { key }] of mutantsOf(path, contents[n] ?? '', own).entries()) {
      const mutant = own[index];
      if (mutant) planted.set(key, mutant);
    }
  }
  return planted;
}

/** The runner knows its project as the current directory. */
async function startIn(copy: ProjectCopy): Promise<TestRunner> {
  process.chdir(copy.path);
  const runner = testRunner(join(copy.path, 'proofs/mutants/vitest.config.ts'));
  await runner.init();
  return runner;
}

function secondsSince(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10;
}

const LONGEST_RUN_MS = 600_000;
const ENDED: MutantRun = { status: 'timeout', errorMessage: `did not end within ${LONGEST_RUN_MS} ms` };
const OUT_OF_TIME = /timed out in \d+ms|did not (come|end) within \d+ ms/;
