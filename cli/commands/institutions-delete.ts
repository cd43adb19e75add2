import { Command } from 'commander';
import { readConfig } from '../../platform/core/config/config.ts';
import { natsAddressVariables } from '../../platform/events/nats/nats-variables.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { institutionIdOf } from '../of-institution.ts';
import type { Certificate } from '../standstill/deletion.ts';

interface DeleteOptions {
  readonly now?: true;
  readonly yes?: string;
  readonly withoutArchive?: true;
  readonly json?: true;
}

export function institutionsDeleteCommand(context: CliContext): Command {
  const { terminal, environment } = context;
  return new Command('delete')
    .description('Deletes everything of a closed institution, before its time. It cannot be brought back.')
    .argument('<institution>', 'its id or ref')
    .requiredOption('--now', 'do not wait until the time in which it can be reopened has ended')
    .requiredOption('--yes <id>', 'its id again, in full')
    .option('--without-archive', 'although no archive of it was verified')
    .option('--json', 'print the certificate as a JSON object')
    .addHelpText('after', DELETE_HELP)
    .action(async (named: string, { yes, withoutArchive, json }: DeleteOptions) => {
      const institutionId = await institutionIdOf(context, named);
      if (yes !== institutionId) throw new CommandFailure('--yes must be the id of the institution, in full.');
      const [{ withDatabasesOf }, { begin, finished }] = await Promise.all([
        import('../service-databases.ts'),
        import('../standstill/deletion.ts'),
      ]);
      const certificate = await withDatabasesOf(environment, institutionId, async (databases) => {
        const deletion = { databases, institutionId };
        await begin({
          ...deletion,
          isWithoutArchive: withoutArchive === true,
          beforehand: () => purgeEvents(context, institutionId),
        });
        return finished(deletion, (rows) => terminal.progress(`${rows} rows deleted`));
      }).finally(() => terminal.progress(''));
      print(context, certificate, json);
    });
}

export function institutionsCertificateCommand(context: CliContext): Command {
  return new Command('certificate')
    .description('Shows that an institution was deleted, and how much of it.')
    .argument('<id>', 'its id')
    .option('--json', 'print a JSON object')
    .addHelpText('after', CERTIFICATE_HELP)
    .action(async (id: string, { json }: { readonly json?: true }) => {
      const institutionId = id.toLowerCase();
      const [{ withDatabasesOf }, { findCertificate }] = await Promise.all([
        import('../service-databases.ts'),
        import('../standstill/deletion.ts'),
      ]);
      const certificate = await withDatabasesOf(context.environment, institutionId, (databases) =>
        findCertificate({ databases, institutionId }),
      );
      print(context, certificate, json);
    });
}

/** Before any row goes: what is published of an institution that is closed is all that there will be. */
async function purgeEvents({ environment, terminal }: CliContext, institutionId: string): Promise<void> {
  const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(natsAddressVariables, environment);
  if (url === undefined) {
    terminal.note('NATS_URL is not set: if the services use NATS, events stay in its stream for NATS_EVENTS_DAYS.');
    return;
  }
  const { purgeInstitution } = await import('../../deploy/nats/purge-institution.ts');
  await purgeInstitution({ url, ca }, institutionId).catch((error: Error) => {
    throw new TryAgainLater(`Nothing is deleted: events could not be removed from NATS: ${error.message}`);
  });
}

function print({ terminal }: CliContext, certificate: Certificate, json: true | undefined): void {
  if (json) {
    terminal.printJson(certificate);
    return;
  }
  const { institutionId, closedAt, deletedAt, archive, tables, backups } = certificate;
  terminal.print(`The institution ${institutionId} was closed at ${closedAt}, and deleted at ${deletedAt}.`);
  terminal.print(
    archive ? `Its archive ${archive.digest} was verified at ${archive.verifiedAt}.` : 'No archive of it was verified.',
  );
  terminal.printTable(
    ['SERVICE', 'TABLE', 'ROWS'],
    tables.filter(({ rows }) => rows > 0).map(({ service, table, rows }) => [service, table, String(rows)]),
  );
  terminal.print(backups);
}

const DELETE_HELP = `
Removes its rows from all databases, history included, in small steps, and its
events from NATS. Services do that by themselves: it goes on if the command, or
any process, is killed. Prints the certificate at the end; when run again, too.

${DATABASES_HELP}
  NATS_URL, NATS_TLS_CA address of NATS, with the administrator's password

Example:
  lyceum institutions delete ID --now --yes ID`;

const CERTIFICATE_HELP = `
${DATABASES_HELP}

Example:
  lyceum institutions certificate ID --json`;
