import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { parseDateTime, toInstantText } from '../../platform/core/instant.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';
import { anyInstitutionOf } from '../of-institution.ts';
import { requireAllServing } from '../standstill/require-all-serving.ts';

export function institutionsCloseCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('close')
    .description('Closes an institution: to all who use it, it is unknown. Its data stays for a while.')
    .argument('<institution>', 'its id or ref')
    .option('--at <instant>', 'when, such as 2026-12-31T23:00:00Z; administrators are told before (default: now)')
    .option('--json', 'print a JSON object')
    .addHelpText('after', CLOSE_HELP)
    .action(async (named: string, options: { readonly at?: string; readonly json?: true }) => {
      const at = options.at === undefined ? undefined : aheadOf(options.at);
      const { institution, closedRetentionDays: days } = await connected(async (connection) => {
        const found = await anyInstitutionOf(connection, named);
        await requireAllServing(connection, { server: connection.serverOf(found.institution.id), done: 'closed' });
        return found;
      });
      const [{ withDatabasesOf }, { announce, close }] = await Promise.all([
        import('../service-databases.ts'),
        import('../standstill/closing.ts'),
      ]);
      const { id: institutionId, name } = institution;
      const closed = await withDatabasesOf(environment, institutionId, (databases) => {
        const closing = { databases, institutionId, days };
        return at === undefined ? close(closing) : announce({ ...closing, at });
      });
      if (options.json) terminal.printJson({ institutionId, ...closed });
      else if (at === undefined) terminal.print(`${name} is closed. It can be reopened until ${closed.deletesAt}.`);
      else terminal.print(`${name} closes at ${closed.closedAt}, and can then be reopened until ${closed.deletesAt}.`);
    });
}

export function institutionsReopenCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('reopen')
    .description('Brings a closed institution back, with all but the sessions of its console.')
    .argument('<institution>', 'its id or ref')
    .addHelpText('after', REOPEN_HELP)
    .action(async (named: string) => {
      const { institution, closedRetentionDays: days } = await connected((connection) =>
        anyInstitutionOf(connection, named),
      );
      const [{ withDatabasesOf }, { reopen }] = await Promise.all([
        import('../service-databases.ts'),
        import('../standstill/closing.ts'),
      ]);
      const { id: institutionId, name } = institution;
      const isReopened = await withDatabasesOf(environment, institutionId, (databases) =>
        reopen({ databases, institutionId, days }),
      );
      terminal.print(isReopened ? `${name} is open again.` : `${name} is not closed.`);
    });
}

function aheadOf(text: string): string {
  const at = parseDateTime(text);
  if (at !== null && at > systemClock.now()) return toInstantText(at);
  throw new CommandFailure('--at must be a time that is ahead, such as 2026-12-31T23:00:00Z.');
}

const CLOSE_HELP = `
Its integrations get 401, its calendars 410, nobody can sign in, and webhooks
wait. It is closed when the command returns, or at the time of --at. Its
administrators get an email about it, if there is a mail server. For 30
days (CLOSED_RETENTION_DAYS of directory) "institutions reopen" brings it back.
Then all of it is deleted, if an archive was verified since it was closed.

${DATABASES_HELP}

Examples:
  lyceum institutions close example
  lyceum institutions close example --at 2026-12-31T23:00:00Z`;

const REOPEN_HELP = `
Also takes back a closing that is only announced.

${DATABASES_HELP}

Example:
  lyceum institutions reopen example`;
