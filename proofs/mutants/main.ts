import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../test/support/process/program.ts';
import { Judge, type Verdict } from './judge.ts';
import { isChosen, type Mutant, mutantsOf, shuffled } from './mutant.ts';
import { isFound, neededOf, survivorText, table, unacceptedOf } from './report.ts';
import { type Shard, STAGES, type Stage, shards, sourcesOf, testsOf } from './shards.ts';
import { instrument } from './stryker.ts';
import { Verdicts } from './verdicts.ts';

/**
 * `npm run test:mutants -- PATH…`: changes the product by rule, one change at a time, and runs the tests that reach
 * each. Sources whose paths contain one of the texts are changed, without any all, one shard after the other.
 * `--sample` draws a number of mutants over all of them, by `--seed`; `--survivors` judges those again that survived
 * the last time, `--again` all; `--concurrency` is how many are judged at once; `--last` names tests by a part of their
 * path that judge only what no other test finds, so that one sees which of them are needed. A run that was stopped
 * goes on. The exit code is 1 if a mutant survives that is not accepted.
 */
async function main(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      again: { type: 'boolean', default: false },
      survivors: { type: 'boolean', default: false },
      concurrency: { type: 'string', default: '1' },
      last: { type: 'string', multiple: true, default: [] },
    },
  });
  const isSelected = (path: string) => positionals.length === 0 || positionals.some((part) => path.includes(part));
  const selected = shards.filter((shard) => sourcesOf(shard).some(isSelected));
  if (selected.length === 0)
    throw new Error(`no source of these shards has that path: ${shards.map(({ name }) => name).join(', ')}`);
  const chosen = await chosenOf(selected.flatMap(sourcesOf).filter(isSelected));
  const drawn = new Set(
    shuffled(chosen, values.seed).slice(0, values.sample === undefined ? undefined : Number(values.sample)),
  );
  const prefix = values.sample === undefined ? '' : `sample-${values.seed}-`;
  // One shard after the other: the coverage of all tests by all mutants does not fit into one heap.
  const runs: Run[] = selected.map((shard) => {
    const sources = new Set(sourcesOf(shard));
    const mutants = [...drawn].filter(({ file }) => sources.has(file));
    return { name: `${prefix}${shard.name}`, shard, mutants };
  });
  const all: Verdict[] = [];
  for (const run of runs) all.push(...(await verdictsOf(run, { ...values, concurrency: Number(values.concurrency) })));
  const survivors = unacceptedOf(all);
  for (const verdict of survivors) print(survivorText(verdict));
  for (const line of neededOf(all)) print(line);
  for (const line of table(all)) print(line);
  return survivors.length === 0;
}

interface Run {
  readonly name: string;
  readonly shard: Shard;
  readonly mutants: readonly Mutant[];
}

interface Wishes {
  readonly again: boolean;
  readonly survivors: boolean;
  readonly concurrency: number;
  readonly last: readonly string[];
}

async function verdictsOf({ name, shard, mutants }: Run, wishes: Wishes): Promise<Verdict[]> {
  const verdicts = await Verdicts.open(name);
  if (wishes.again) await verdicts.clear();
  const isOpen = ({ key }: Mutant) => {
    const verdict = verdicts.get(key);
    return !verdict || !isFound(verdict);
  };
  const before = (stage: Stage, { key }: Mutant) => {
    const judged = verdicts.get(key)?.stage;
    return judged === undefined || STAGES.indexOf(judged) < STAGES.indexOf(stage);
  };
  const again = new Set(wishes.survivors ? mutants.filter(isOpen) : []);
  for (const stage of STAGES) {
    if (mutants.length === 0) break;
    const left = mutants.filter((mutant) => isOpen(mutant) && (again.has(mutant) || before(stage, mutant)));
    print(`${name}: ${mutants.length} mutants, ${left.length} of them to judge by the tests ${stage}`);
    if (left.length > 0 && !isStopping) await judgeAll(left, stage, { shard, verdicts, wishes });
  }
  return mutants.flatMap(({ key }) => verdicts.get(key) ?? []);
}

interface Work {
  readonly shard: Shard;
  readonly verdicts: Verdicts;
  readonly wishes: Wishes;
}

async function judgeAll(mutants: readonly Mutant[], stage: Stage, { shard, verdicts, wishes }: Work): Promise<void> {
  const { concurrency, last } = wishes;
  const sources = [...new Set(mutants.map(({ file }) => file))];
  const tests = testsOf(shard, stage, last);
  const judge = tests.length === 0 ? null : await Judge.make({ sources, tests, concurrency }, print);
  const queue = mutants.values();
  const work = async () => {
    for (const mutant of queue) {
      if (isStopping) return;
      const verdict = later(verdicts.get(mutant.key), (await judge?.judge(mutant)) ?? unjudged(mutant), stage);
      await verdicts.add(verdict);
      const { outcome, file, line, rule, seconds, finders } = verdict;
      print(`${outcome} ${file}:${line} ${rule}: ${finders.length} finders, ${seconds} s`);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    await judge?.remove();
  }
}

/** What the tests of a stage say after those before them. */
function later(first: Verdict | undefined, second: Verdict, stage: Stage): Verdict {
  if (stage === STAGES[0] || !first) return { ...second, stage };
  const outcome = second.outcome === 'unreached' ? first.outcome : second.outcome;
  return { ...second, outcome, ran: first.ran + second.ran, reach: first.reach + second.reach, stage };
}

/** A stage without tests says nothing. */
function unjudged(mutant: Mutant): Verdict {
  return { ...mutant, outcome: 'unreached', finders: [], how: '', ran: 0, reach: 0, seconds: 0 };
}

/** The mutants of sources that are judged. */
async function chosenOf(sources: readonly string[]): Promise<Mutant[]> {
  const mutants: Mutant[] = [];
  for (const file of sources) {
    const content = await readFile(join(projectRoot, file), 'utf8');
    mutants.push(...mutantsOf(file, content, (await instrument([{ name: file, content }])).mutants));
  }
  return mutants.filter(isChosen);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopping = true;
    print('Stopping after the mutants that are judged now.');
  });

// The servers of the tests do not keep the process alive.
const alive = setInterval(() => undefined, 60_000);
const isWell = await main(process.argv.slice(2)).finally(() => clearInterval(alive));
// Vitest sets it, too, for the tests that have failed.
process.exitCode = isWell ? 0 : 1;
