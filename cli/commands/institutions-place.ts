import { Command } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';
import { institutionOf } from '../of-institution.ts';
import { requireAllServing } from '../standstill/require-all-serving.ts';
import { timedSteps } from '../terminal/timed-steps.ts';

export function institutionsPlaceCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('place')
    .description('Gives the rows of an institution to another PostgreSQL server of the installation.')
    .argument('<institution>', 'its id or ref')
    .requiredOption('--server <name>', `the server's name in PLACED_DATABASE_URLS, or ${FIRST}`)
    .addHelpText('after', HELP)
    .action(async (named: string, options: { readonly server: string }) => {
      const { id: institutionId, name } = await connected(async (connection) => {
        const institution = await institutionOf(connection, named);
        await requireAllServing(connection, { server: connection.serverOf(institution.id), done: 'placed' });
        return institution;
      });
      const server = options.server === FIRST ? '' : options.server;
      const [{ place }, { serviceDatabaseUrls, withDatabases }, { withJournal }, { oneAtATime }] = await Promise.all([
        import('../placing/place.ts'),
        import('../service-databases.ts'),
        import('../erasure/with-journal.ts'),
        import('../moving/move.ts'),
      ]);
      const urls = await serviceDatabaseUrls(environment, undefined);
      if (server !== '' && !urls.some(([database]) => database.endsWith(`@${server}`)))
        throw new CommandFailure(`PLACED_DATABASE_URLS does not name the server ${server}.`);
      const isDone = await withJournal(environment, (journal) =>
        withDatabases(urls, (databases) =>
          oneAtATime({ urls, institutionId }, () =>
            place({
              databases,
              urls,
              institutionId,
              server,
              journal,
              step: timedSteps(terminal),
              onTable: (table) => terminal.progress(table),
            }),
          ),
        ),
      );
      terminal.print(`${name} ${isDone ? 'is' : 'was'} on the server ${options.server}${isDone ? '.' : ' before.'}`);
    });
}

/** What the command calls the server that has no name. */
const FIRST = 'first';

const HELP = `
What scheduling, curricula, locations and timetracking have of the institution
goes to their databases on that server: it is frozen, copied table by table,
compared, and thawed there; then its rows are removed where they were. Reads go
on meanwhile; writes get 503 until some ten seconds after the copy. If the copy
fails, it stays where it is. If the command is killed, the same one goes on;
--server with where the institution is gives up a copy that was begun.

${DATABASES_HELP}
  ERASURE_JOURNAL       the journal of erasures, if anybody was erased

Examples:
  lyceum institutions place example --server b
  lyceum institutions place example --server ${FIRST}`;
