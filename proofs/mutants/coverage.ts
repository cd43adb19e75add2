import { type DryRun, type StrykerMutant, TestState } from './stryker.ts';

/** Which tests reach which mutants. */
export class Coverage {
  readonly #reached: NonNullable<DryRun['mutantCoverage']>;
  readonly #testsByMutant = new Map<string, Set<string>>();
  readonly #testsByFile = new Map<string, Set<string>>();
  readonly #durations: ReadonlyMap<string, number>;

  constructor(dryRun: DryRun, mutants: ReadonlyMap<string, StrykerMutant>) {
    // Nothing is recorded if no test reaches a mutant.
    this.#reached = dryRun.mutantCoverage ?? { static: {}, perTest: {} };
    this.#durations = new Map(
      dryRun.tests.flatMap(({ id, status, timeSpentMs }) =>
        status === TestState.passed ? [[id, timeSpentMs] as const] : [],
      ),
    );
    const files = new Map([...mutants.values()].map(({ id, fileName }) => [id, fileName]));
    for (const [test, hits] of Object.entries(this.#reached.perTest)) {
      if (!this.#durations.has(test)) continue;
      for (const id of Object.keys(hits)) {
        add(this.#testsByMutant, id, test);
        add(this.#testsByFile, files.get(id) ?? '', test);
      }
    }
  }

  /**
   * What is read when its file is loaded, such as an SQL text, is judged by the tests that run other code of the file;
   * so is what runs between tests. What only other processes of a library run is judged by all its tests.
   */
  testsFor({ id, fileName }: StrykerMutant, file: string): { near: string[]; far: string[]; isReached: boolean } {
    const isStatic = id in this.#reached.static;
    const direct = this.#testsByMutant.get(id);
    const found = isStatic || !direct ? (this.#testsByFile.get(fileName) ?? direct) : direct;
    const isLibrary = file.startsWith('libraries/');
    const folder = `${file.split('/').slice(0, 2).join('/')}/`;
    const tests = found ?? [...this.#durations.keys()].filter((test) => isLibrary && test.startsWith(folder));
    const sorted = [...tests].toSorted(
      (a, b) =>
        distance(a, file) - distance(b, file) || fileOf(a).localeCompare(fileOf(b)) || this.#ms(a) - this.#ms(b),
    );
    let spent = 0;
    const split = sorted.findIndex((test) => {
      spent += this.#ms(test);
      return spent > NEAR_MS;
    });
    const isReached = isStatic || direct !== undefined;
    return split < 1
      ? { near: sorted, far: [], isReached }
      : { near: sorted.slice(0, split), far: sorted.slice(split), isReached };
  }

  /** A loop that runs a hundred times as often as without the mutant never ends. */
  hitLimit(id: string): number | undefined {
    const { static: loaded, perTest } = this.#reached;
    const hits = Object.values(perTest).reduce((sum, test) => sum + (test[id] ?? 0), loaded[id] ?? 0);
    return hits === 0 ? undefined : hits * 100;
  }

  #ms(test: string): number {
    return this.#durations.get(test) ?? 0;
  }
}

/** How many folders of a file’s path a test does not share. */
function distance(test: string, file: string): number {
  const folders = file.split('/').slice(0, -1);
  const shared = folders.findIndex((folder, n) => test.split('/')[n] !== folder);
  return shared < 0 ? 0 : folders.length - shared;
}

/** The path of the file that a test is in. */
function fileOf(test: string): string {
  return test.split('#', 1)[0] ?? '';
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

const NEAR_MS = 5_000;
