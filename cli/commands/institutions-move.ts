import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';
import { anyInstitutionOf } from '../of-institution.ts';
import { requireAllServing } from '../standstill/require-all-serving.ts';
import { timedSteps } from '../terminal/timed-steps.ts';

interface Options {
  readonly to: string;
  readonly target: string;
  readonly archive?: string;
  readonly back?: true;
}

export function institutionsMoveCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('move')
    .description('Moves an institution to another installation, and sends its integrations there.')
    .argument('<institution>', 'its id or ref')
    .requiredOption('--to <address>', 'the public base address there, such as https://b.example')
    .requiredOption('--target <file>', 'the environment there: lines NAME=VALUE')
    .option('--archive <file>', 'the archive, which stays (default: REF.tar)')
    .option('--back', 'undo a move of which the institution was not thawed there')
    .addHelpText('after', HELP)
    .action(async (named: string, options: Options) => {
      const to = baseAddress(options.to);
      const { institution, closedRetentionDays: days } = await connected(async (connection) => {
        const found = await anyInstitutionOf(connection, named);
        await requireAllServing(connection, { server: connection.serverOf(found.institution.id), done: 'moved' });
        return found;
      });
      const [
        { move, moveBack, oneAtATime },
        { readEnvironment, requireCursorKeys, withInstallation },
        { requireJournalOfErased },
        { withJournal },
      ] = await Promise.all([
        import('../moving/move.ts'),
        import('../moving/installation.ts'),
        import('../erasure/imported-erasures.ts'),
        import('../erasure/with-journal.ts'),
      ]);
      const archive = options.archive ?? `${institution.ref}.tar`;
      const there = await readEnvironment(options.target);
      if (!options.back) await requireCursorKeys(environment, there);
      const isDone = await withInstallation(environment, institution.id, (source) =>
        withInstallation(there, institution.id, async (target) => {
          await withJournal(there, (journal) => requireJournalOfErased(target.databases, journal));
          const task = {
            source,
            target,
            institution,
            to,
            archive,
            days,
            step: timedSteps(terminal),
            onTable: (name: string) => terminal.progress(name),
          };
          return oneAtATime({ urls: source.urls, institutionId: institution.id }, () =>
            options.back ? moveBack(task) : move(task),
          );
        }),
      );
      terminal.print(lastLine(institution.name, { ...options, to, isDone }));
    });
}

function lastLine(
  name: string,
  { back, to, isDone }: Pick<Options, 'back' | 'to'> & { readonly isDone: boolean },
): string {
  if (back) return isDone ? `${name} is here again.` : `${name} is not moving.`;
  return isDone ? `${name} has moved to ${to}.` : `${name} had moved to ${to} before.`;
}

function baseAddress(text: string): string {
  const url = URL.parse(text);
  const isBase = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (isBase) return url.href.replace(/\/$/, '');
  throw new CommandFailure('--to must be the base address of the API there, such as https://b.example.');
}

const HELP = `
Freezes the institution, exports it, imports it there, compares both, sends
requests there, thaws it there and closes it here, and prints how long each
step took. If it is ended, the same command goes on; if the freeze has ended
meanwhile, it begins anew. From then on, integrations get 421 with the new
address, calendars are redirected, and to all others it is closed; its rows go
after 30 days (CLOSED_RETENTION_DAYS of directory).

${DATABASES_HELP}
  SERVICE_SECRET_KEYS   those of identity and of webhooks
  CURSOR_KEYS           those there must have all of here: positions in the feed
                        then hold
  ERASURE_JOURNAL       there: the journal of erasures, if somebody was erased
The file of --target has these variables for the other installation.

Examples:
  lyceum institutions move example --to https://b.example --target b.env
  lyceum institutions move example --to https://b.example --target b.env --back`;
