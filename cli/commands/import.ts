import { Command } from 'commander';
import type { Surroundings } from '../command-context.ts';
import { CommandFailure } from '../failure.ts';
import type { ImportProgress, ImportResult } from '../import/import-bundle.ts';
import { readBundle } from '../import/read-bundle.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function importCommand({ terminal, connected }: Surroundings): Command {
  return new Command('import')
    .description('Imports an institution bundle: creates what is new, updates what differs, deletes nothing.')
    .argument('[file]', 'a JSON file, or - for standard input')
    .option('--example', 'print a small bundle to begin with, and import nothing')
    .option('--json', 'print {"institutionId", "ids": {section: {ref: id}}}')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, { json, example }: { json?: true; example?: true }) => {
      if (example) {
        const { exampleBundle } = await import('../import/example-bundle.ts');
        terminal.print(JSON.stringify(exampleBundle, null, 2));
        return;
      }
      if (file === undefined) throw new CommandFailure('Name the file, or - for standard input. --example prints one.');
      // Only here: the other commands start faster without it.
      const { importBundle } = await import('../import/import-bundle.ts');
      const bundle = await readBundle(file, terminal.stdin);
      const result = await connected((connection) =>
        importBundle({
          bundle,
          call: ({ institutionId }) => connection.callFor(institutionId),
          onProgress: (progress) => terminal.progress(progressLine(progress)),
        }),
      ).finally(() => terminal.progress(''));
      if (json) terminal.printJson({ institutionId: result.institutionId, ids: result.ids });
      else printSummary(terminal, result);
    });
}

const HELP = `
The whole bundle is checked before anything is written; each fault is printed with its place.
The same bundle again changes nothing, so that an import that was interrupted is simply repeated.

docs/import-format.md describes the format.

Examples:
  lyceum import --example > institution.json
  lyceum import institution.json
  lyceum import institution.json --json > ids.json
  generate-bundle | lyceum import -`;

const BAR = 30;

function progressLine({ section, done, total }: ImportProgress): string {
  const filled = Math.floor((done / total) * BAR);
  return `${section}  [${'='.repeat(filled)}${' '.repeat(BAR - filled)}]  ${done} of ${total}`;
}

function printSummary(terminal: Terminal, { institutionId, summaries }: ImportResult): void {
  terminal.printTable(
    ['SECTION', 'CREATED', 'UPDATED', 'UNCHANGED'],
    summaries.map(({ section, created, updated, unchanged }) => [
      section,
      ...[created, updated, unchanged].map(String),
    ]),
  );
  terminal.print(`\nInstitution ${institutionId}`);
}
