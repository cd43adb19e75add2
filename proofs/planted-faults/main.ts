import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { allFaults } from './faults/all-faults.ts';
import { FoundList } from './found-list.ts';
import { type FailedTest, ScratchCopy } from './scratch-copy.ts';

/**
 * `npm run test:planted`: plants each fault alone in a copy of the project, and runs the tests until one fails. Writes
 * the list of the tests that find them. `--only` selects the faults whose name or file contains a text, `--new` those
 * that the list does not have. The exit code is 1 if a fault is not found, or if a test that found one fails without
 * it, too.
 */
async function main(args: readonly string[]): Promise<boolean> {
  const options = { only: { type: 'string', default: '' }, new: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const list = await FoundList.read();
  const faults = allFaults
    .filter(({ name, file }) => `${name} ${file}`.includes(values.only))
    .filter((fault) => !values.new || list.testFileOf(fault) === undefined);
  if (faults.length === 0) throw new Error('no fault is selected');
  const copy = await ScratchCopy.make(tmpdir());
  try {
    const notFound = await findAll(faults, copy, list);
    for (const { name, file } of notFound) print(`Not found: ${name} (${file})`);
    const isSound = await passes(copy, [...new Set(faults.flatMap((fault) => list.testFileOf(fault) ?? []))]);
    print(`${faults.length - notFound.length} of ${faults.length} faults were found.`);
    return notFound.length === 0 && isSound;
  } finally {
    await copy.remove();
  }
}

/** Enters the faults that are found into the list; returns the others. */
async function findAll(faults: readonly Fault[], copy: ScratchCopy, list: FoundList): Promise<readonly Fault[]> {
  let left = faults;
  // All faults pass a stage before the next one begins: for one fault, all tests take as long as the other stages for
  // all faults.
  for (const pathsFor of STAGES) {
    const missed: Fault[] = [];
    for (const fault of left) {
      const paths = pathsFor(fault, list);
      const found = paths && (await failureOf(fault, copy, paths));
      if (!found) {
        missed.push(fault);
        continue;
      }
      list.set(fault, found);
      await list.write();
      print(`${fault.name}: ${found.file} › ${found.test}: ${found.message}`);
    }
    left = missed;
  }
  for (const fault of left) list.set(fault, null);
  await list.write();
  return left;
}

/** The first failure that a fault causes; null without one. */
async function failureOf(fault: Fault, copy: ScratchCopy, paths: readonly string[]): Promise<FailedTest | null> {
  const failed = await copy.withFault(fault, () => copy.run(paths));
  if (!failed || paths.includes(failed.file)) return failed;
  // Among many files, another reason is as likely: the file must fail alone, too, and pass without the fault.
  const alone = await copy.withFault(fault, () => copy.run([failed.file]));
  return alone && (await passes(copy, [failed.file])) ? alone : null;
}

/** Whether tests pass without a fault. */
async function passes(copy: ScratchCopy, files: readonly string[]): Promise<boolean> {
  const failed = files.length > 0 ? await copy.run(files) : null;
  if (failed) print(`Fails without a fault, too: ${failed.file} › ${failed.test}: ${failed.message}`);
  return !failed;
}

/** The tests of the whole platform for a part of it. */
const WHOLE = [
  ['console/', 'test/console/'],
  ['gateway/scim/', 'test/scim/'],
] as const;

/**
 * The tests to run for a fault, as parts of their paths: the file that found it last time, those beside its source,
 * those of the API or the console, all.
 */
const STAGES: readonly ((fault: Fault, list: FoundList) => readonly string[] | null)[] = [
  (fault, list) => {
    const file = list.testFileOf(fault);
    return file === undefined ? null : [file];
  },
  ({ file }) => [`${file.split('/').slice(0, 2).join('/')}/`],
  ({ file }) => [WHOLE.find(([part]) => file.startsWith(part))?.[1] ?? 'test/gateway/'],
  () => [],
];

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

// The servers of the tests do not keep the process alive.
const alive = setInterval(() => undefined, 60_000);
const isWell = await main(process.argv.slice(2)).finally(() => clearInterval(alive));
// Vitest sets it, too, for the tests that have failed.
process.exitCode = isWell ? 0 : 1;
