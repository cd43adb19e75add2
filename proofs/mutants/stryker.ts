import { awaitedCallRule } from './rules/awaited-call-rule.ts';
import { numberRule } from './rules/number-rule.ts';
import type { Rule } from './rules/rule.ts';
import { sqlRule } from './rules/sql-rule.ts';

/** A file of the product, and the same with every mutant in it, of which one at most is active. */
export interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly StrykerMutant[];
}

export interface StrykerMutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  /** Lines and columns begin at 0. */
  readonly location: { readonly start: Position; readonly end: Position };
  /** `Ignored` if the rule is left out. */
  readonly status?: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** How often code with a mutant was reached, by its id. */
export type Hits = Readonly<Record<string, number>>;

export interface DryRun {
  readonly status: string;
  readonly errorMessage?: string;
  readonly tests: readonly { readonly id: string; readonly status: number; readonly timeSpentMs: number }[];
  readonly mutantCoverage?: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> };
}

export interface MutantRun {
  /** `killed`, `survived`, `timeout` or `error`. */
  readonly status: string;
  readonly killedBy?: readonly string[];
  readonly failureMessage?: string;
  readonly errorMessage?: string;
}

export interface TestRunner {
  init(): Promise<void>;
  dryRun(options: { readonly files: readonly string[]; readonly testFiles: readonly string[] }): Promise<DryRun>;
  mutantRun(options: {
    readonly testFilter: readonly string[];
    readonly hitLimit?: number | undefined;
    readonly mutantActivation: 'static';
    readonly activeMutant: StrykerMutant;
    readonly sandboxFileName: string;
  }): Promise<MutantRun>;
  dispose(): Promise<void>;
  /** Vitest. */
  readonly ctx: { readonly projects: readonly { readonly config: { env: Record<string, string> } }[] };
}

export const TestState = { passed: 0, failed: 1 } as const;

/**
 * Stryker’s instrumenter and its runner for vitest, without the program around them: that judges a text which is read
 * once, such as an SQL statement, by all tests, draws no sample, and has no rules for constants and SQL.
 */
const instrumenterUrl = import.meta.resolve('@stryker-mutator/instrumenter');
const runnerUrl = import.meta.resolve('@stryker-mutator/vitest-runner');
const { Instrumenter } = await import(instrumenterUrl);
const { allMutators } = (await import(new URL('mutators/mutate.js', instrumenterUrl).href)) as { allMutators: Rule[] };
const { VitestTestRunner } = await import(new URL('vitest-test-runner.js', runnerUrl).href);

allMutators.push(numberRule, awaitedCallRule, sqlRule);

/** Texts, lists, records and functions as values say what the product says, not what it decides. */
const LEFT_OUT_RULES = ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'ArrowFunction', 'Regex'];

export async function instrument(
  files: readonly { readonly name: string; readonly content: string }[],
): Promise<Instrumented> {
  const options = { plugins: null, ignorers: [], excludedMutations: LEFT_OUT_RULES };
  const instrumented: Instrumented = await new Instrumenter(silent).instrument(
    files.map((file) => ({ ...file, mutate: true })),
    options,
  );
  return { ...instrumented, mutants: instrumented.mutants.filter(({ status }) => status === undefined) };
}

/** A runner of the tests in the current directory, which records every test that fails. */
export function testRunner(configFile: string): TestRunner {
  const options = { disableBail: true, vitest: { configFile, related: false, pool: 'forks' } };
  return new VitestTestRunner(options, silent, '__stryker__');
}

const silent = new Proxy({}, { get: () => () => false });
