import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { withJournal } from '../erasure/with-journal.ts';
import { CommandFailure } from '../failure.ts';

export function erasuresApplyCommand({ terminal, environment }: CliContext): Command {
  return new Command('apply')
    .description('Erases from restored databases what was erased before. Needs no service.')
    .option('--json', 'print a JSON object')
    .addHelpText('after', APPLY_HELP)
    .action(async ({ json }: { readonly json?: true }) => {
      const [{ withAllDatabases }, { applyJournal }, { JournalFault }] = await Promise.all([
        import('../service-databases.ts'),
        import('../erasure/apply-journal.ts'),
        import('../../platform/data/erasure/journal.ts'),
      ]);
      const behind = await withJournal(environment, async (journal) => {
        if (!journal) throw new CommandFailure('ERASURE_JOURNAL is not set: the journal of erasures.');
        return withAllDatabases(environment, (databases) =>
          applyJournal(databases, journal).catch((error: unknown) => {
            throw error instanceof JournalFault ? new CommandFailure(error.message) : error;
          }),
        );
      });
      if (json) terminal.printJson(Object.fromEntries(behind));
      else
        terminal.printTable(
          ['SERVICE', 'APPLIED NOW'],
          [...behind].map(([service, entries]) => [service, String(entries)]),
        );
    });
}

const APPLY_HELP = `
Services do the same by themselves when they start, before they are ready.

${DATABASES_HELP}
  ERASURE_JOURNAL       the journal: path of a file, or nats:LYCEUM_ERASURES
  NATS_URL, NATS_TLS_CA address of NATS, for a journal there

Example:
  ERASURE_JOURNAL=.data/erasures.jsonl lyceum erasures apply`;
