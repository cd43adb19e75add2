import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';
import { CommandFailure } from '../failure.ts';

interface Options {
  readonly asNew?: string;
  readonly masked?: true;
  readonly keys?: string;
  readonly json?: true;
}

export function institutionsImportCommand({ terminal, environment }: CliContext): Command {
  return new Command('import')
    .description('Imports an archive of an institution, all or nothing, and leaves the institution frozen.')
    .argument('<file>', 'the archive')
    .option('--keys <file>', 'the key that was given when it was exported')
    .addOption(new Option('--as-new <ref>', 'make a copy with new ids and this ref').conflicts('keys'))
    .option('--masked', 'in the copy, nobody can be recognized: for a sandbox (with --as-new)')
    .option('--json', 'print a JSON object: { institutionId, digest, wasImported, leftOut, map, cursorKeys }')
    .addHelpText('after', HELP)
    .action(async (path: string, { asNew, masked, keys: keyFile, json }: Options) => {
      if (masked && asNew === undefined)
        throw new CommandFailure('--masked needs --as-new: only a copy can be masked.');
      // Loaded here: the services take longer to load than most commands run.
      const [
        { importInstitution, mapOf },
        { keysOfService, readArchiveKeys },
        { databaseUrlsOf, withAllDatabases, withDatabasesOf },
        { withJournal },
        { eraseImported },
        { keepErasures, requireJournalOfErased },
      ] = await Promise.all([
        import('../archive/import-institution.ts'),
        import('../archive/sealed-values.ts'),
        import('../service-databases.ts'),
        import('../erasure/with-journal.ts'),
        import('../erasure/apply-journal.ts'),
        import('../erasure/imported-erasures.ts'),
      ]);
      const archive = keyFile === undefined ? undefined : await readArchiveKeys(keyFile);
      const map = asNew === undefined ? undefined : mapOf({ path, asNew });
      const imported = await withJournal(environment, async (journal) => {
        await withAllDatabases(environment, (opened) => requireJournalOfErased(opened, journal));
        const made = await importInstitution({
          ...{ path, asNew, isMasked: masked, databasesOf: (id) => databaseUrlsOf(environment, id) },
          keys: archive && { archive, of: (service) => keysOfService(service, environment) },
          onTable: (name) => terminal.progress(name),
        });
        const ids = { from: made.manifest.institution.id, to: made.institutionId, newIdOf: made.newIdOf };
        if (journal)
          await withDatabasesOf(environment, made.institutionId, async (opened) => {
            await keepErasures(opened, journal, { ...ids, path });
            await eraseImported(opened, journal, ids);
          });
        return made;
      });
      terminal.progress('');
      const { manifest, institutionId, digest, wasImported, leftOut, cursorKeys } = imported;
      const cursorKeyFile = cursorKeys === undefined ? undefined : `${path}.cursor-keys`;
      if (cursorKeyFile !== undefined) await writeFile(cursorKeyFile, `${cursorKeys}\n`, { mode: 0o600 });
      const { ref, name } = manifest.institution;
      if (json) terminal.printJson({ institutionId, digest, wasImported, leftOut, map, cursorKeys: cursorKeyFile });
      else terminal.printTable(HEADER, [[institutionId, asNew ?? ref, name, wasImported ? 'is imported' : 'frozen']]);
      for (const { service, table, rows } of leftOut) terminal.note(`${service}/${table} is left out: ${rows} rows.`);
      if (leftOut.length > 0) terminal.note('Webhook endpoints are disabled, and no OpenID provider is set.');
      if (cursorKeyFile !== undefined)
        terminal.note(
          `Add the keys of ${cursorKeyFile} at the end of CURSOR_KEYS: then cursors of the feed hold here.`,
        );
      if (map !== undefined) terminal.note(`${map} has the new id of each record.`);
      if (!wasImported) terminal.note(`Nothing of it can change until: lyceum institutions thaw ${institutionId}`);
      if (!manifest.isExact)
        terminal.note('The archive is not of one moment: what refers to other services may be missing.');
    });
}

const HEADER = ['ID', 'REF', 'NAME', 'STATE'];

const HELP = `
All ids, versions, cursors, credentials and addresses stay as they were. Until
all is there, nothing of it can be seen; if the command is ended, the same
command goes on. What was imported is not imported again. Without --keys, there
are no secrets of webhooks and of OpenID providers: endpoints are disabled.

${DATABASES_HELP}
  SERVICE_SECRET_KEYS   with --keys: those of identity and of webhooks
  ERASURE_JOURNAL       the journal of erasures, and NATS_URL for one in NATS:
                        who was erased since does not come back

With --as-new, the institution gets a copy: without credentials, integrations,
calendar feeds and keys, and with webhooks disabled. FILE.REF.jsonl has the new
ids. Administrators sign in to it by a link. With --masked, names, addresses,
codes and pictures are replaced, and texts and traces are blanked: each person
has one mask everywhere. It gets no mail until somebody has a real address.

Examples:
  lyceum institutions import example.tar --keys archive.key
  lyceum institutions import example.tar --as-new example-of-monday
  lyceum institutions import example.tar --as-new sandbox --masked`;
