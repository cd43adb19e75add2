import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { FrozenState } from '../archive/under-freeze.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { requireAllServing } from '../standstill/require-all-serving.ts';

interface Options {
  readonly out: string;
  readonly freeze?: true;
  readonly keys?: string;
  readonly json?: true;
}

export function institutionsExportCommand(context: CliContext): Command {
  const { terminal } = context;
  return new Command('export')
    .description('Writes all that is stored of an institution into one archive.')
    .argument('<institution>', 'its id or ref')
    .requiredOption('--out <file>', 'the archive: a new file, or an unfinished archive to go on with')
    .option('--freeze', 'freeze the institution meanwhile, so that all is of one moment')
    .option('--keys <file>', 'a key for what the installation encrypts, which is left out otherwise')
    .option('--json', 'print a JSON object: { file, institutionId, digest, rows }')
    .addHelpText('after', HELP)
    .action(async (named: string, { json, ...options }: Options) => {
      const { out } = options;
      const { digest, manifest } = await exportAs(context, named, options);
      terminal.progress('');
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const institutionId = manifest.institution.id;
      if (json) terminal.printJson({ file: out, institutionId, digest, rows });
      else terminal.printTable(['FILE', 'ROWS', 'DIGEST'], [[out, `${rows}`, digest]]);
    });
}

async function exportAs(
  { terminal, environment, connected }: CliContext,
  named: string,
  options: Omit<Options, 'json'>,
) {
  const { out, freeze, keys: keyFile } = options;
  // Loaded here: the services take longer to load than most commands run.
  const [archives, institutions, sealed, progress, freezes, databasesOfServices] = await Promise.all([
    import('../archive/export-institution.ts'),
    import('../archive/find-institution.ts'),
    import('../archive/sealed-values.ts'),
    import('../archive/progress.ts'),
    import('../archive/under-freeze.ts'),
    import('../service-databases.ts'),
  ]);
  const { databaseUrlsOf, serverOf, serviceDatabaseUrls, withDatabases } = databasesOfServices;
  const archive = keyFile === undefined ? undefined : await sealed.readArchiveKeys(keyFile);
  const cursorKeys = archive && (await sealed.cursorKeysOf(environment));
  if (archive && cursorKeys === undefined)
    terminal.note('CURSOR_KEYS is not set: cursors of the feed will not hold in another installation.');
  const directory = await serviceDatabaseUrls(environment, 'directory');
  const institution = await institutions.findInstitution(directory, named);
  const databases = await databaseUrlsOf(environment, institution.id);
  const run = (frozen?: FrozenState) =>
    archives.exportInstitution({
      ...{ databases, institution, out, frozen, now: toInstantText(systemClock.now()) },
      keys: archive && { archive, of: (service) => sealed.keysOfService(service, environment) },
      cursorKeys,
      onTable: (name) => terminal.progress(name),
    });
  if (!freeze) return run();
  const server = await serverOf(directory, institution.id);
  await connected((connection) => requireAllServing(connection, { server, done: 'exported' }));
  const begun = (await progress.readProgress(out))?.frozen;
  return withDatabases(databases, (opened) =>
    freezes.underFreeze(
      { databases: opened, institutionId: institution.id, ownUntil: begun?.isOwn ? begun.until : null },
      run,
    ),
  );
}

const HELP = `
The archive is a tar file that only its owner can read. Credentials in it are
hashes. The rows of each service are of one moment, and with --freeze all are
of the same. If the command is ended, the same command goes on. A freeze that
it has begun ends with it.

${DATABASES_HELP}
  SERVICE_SECRET_KEYS   with --keys: those of identity and of webhooks
  CURSOR_KEYS           with --keys: those of the gateways

Examples:
  lyceum institutions export example --out example.tar
  lyceum institutions export example --out new.tar --freeze --keys archive.key`;
