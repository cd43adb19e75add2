import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure, describeFailure } from '../failure.ts';
import { BundleFaults } from '../import/fault.ts';
import { printSummary, progressLine } from '../import/print-import.ts';
import { readBundle } from '../import/read-bundle.ts';

interface Options {
  readonly json?: true;
  readonly example?: true;
  readonly dryRun?: true;
}

export function importCommand({ terminal, connected, exitWith }: CliContext): Command {
  return new Command('import')
    .description('Imports an institution bundle: creates what is new, updates what differs, deletes nothing.')
    .argument('[file]', 'a JSON file, or - for standard input')
    .option('--example', 'print a small bundle to start from, and import nothing')
    .option('--dry-run', 'show what would change, and write nothing')
    .option('--json', 'print {"institutionId", "ids": {section: {ref: id}}}')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, { json, example, dryRun }: Options) => {
      if (example) {
        const { exampleBundle } = await import('../import/example-bundle.ts');
        terminal.print(JSON.stringify(exampleBundle, null, 2));
        return;
      }
      if (file === undefined) throw new CommandFailure('Name a file, or - for standard input. --example prints one.');
      // Loaded here so that the other commands start faster.
      const { importBundle, tryBundle } = await import('../import/import-bundle.ts');
      const bundle = await readBundle(file, terminal.stdin);
      const run = dryRun ? tryBundle : importBundle;
      const result = await connected((connection) =>
        run({
          bundle,
          call: ({ institutionId }) => connection.callFor(institutionId, dryRun ? MAX_TRIAL_MS : undefined),
          onProgress: (progress) => terminal.progress(progressLine(progress)),
        }),
      )
        .finally(() => terminal.progress(''))
        .catch((error: unknown) => {
          // A program that imports every night must know whether to mend the bundle or to repeat the import.
          if (error instanceof BundleFaults) throw error;
          terminal.error(describeFailure(error));
          exitWith(COULD_NOT_FINISH);
        });
      if (!result) return;
      const { institutionId, ids, summaries } = result;
      if (json) terminal.printJson(dryRun ? { dryRun, sections: summaries } : { institutionId, ids });
      else printSummary(terminal, summaries, dryRun ? 'Dry run: nothing was written.' : `Institution ${institutionId}`);
    });
}

/** In a dry run, a service imports all of its sections in one call. */
const MAX_TRIAL_MS = 10 * 60_000;

const COULD_NOT_FINISH = 1;

const HELP = `
The whole bundle is checked before anything is written; each fault is printed
with a JSON pointer. What a bundle does not name stays as it is: importing the
same bundle again changes nothing, so you can repeat an import that was
interrupted.

The exit code is 0; 2 if something is wrong with the bundle; or 1 if the import
could not be finished for another reason: repeat it then.

In a dry run the services do the import and roll it back: it counts what would
change, and prints every fault that would stop the import.

docs/import-format.md describes the format.

Examples:
  lyceum import --example > institution.json
  lyceum import institution.json --dry-run
  lyceum import institution.json
  lyceum import institution.json --json > ids.json
  generate-bundle | lyceum import -`;
