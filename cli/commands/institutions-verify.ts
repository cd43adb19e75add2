import { Command, Option } from 'commander';
import type { Comparison } from '../archive/compare-live.ts';
import type { CliContext } from '../cli-context.ts';
import { DATABASES_HELP } from '../databases-help.ts';

interface Options {
  readonly against: 'live' | 'none';
  readonly json?: true;
}

export function institutionsVerifyCommand({ terminal, environment, exitWith }: CliContext): Command {
  return new Command('verify')
    .description('Reads an archive of an institution, and tells whether it is whole.')
    .argument('<file>', 'the archive')
    .addOption(
      new Option('--against <what>', 'also compare it with the live databases')
        .choices(['live', 'none'])
        .default('none'),
    )
    .option('--json', 'print a JSON object: { digest, tables, differences, differencesTotal, since }')
    .addHelpText('after', HELP)
    .action(async (file: string, { against, json }: Options) => {
      // Loaded here: the services take longer to load than most commands run.
      const [
        { verifyArchive },
        { compareWithLive },
        { findInstitution },
        { databaseUrlsOf, serviceDatabaseUrls, withDatabases },
        { noteArchive },
      ] = await Promise.all([
        import('../archive/read-archive.ts'),
        import('../archive/compare-live.ts'),
        import('../archive/find-institution.ts'),
        import('../service-databases.ts'),
        import('../standstill/note-archive.ts'),
      ]);
      const { manifest, digest } = await verifyArchive(file);
      const institutionId = manifest.institution.id;
      let found: Omit<Comparison, 'closedAt'> = { differences: [], differencesTotal: 0, since: 0 };
      if (against === 'live') {
        await findInstitution(await serviceDatabaseUrls(environment, 'directory'), institutionId);
        const databases = await databaseUrlsOf(environment, institutionId);
        const { closedAt, ...compared } = await compareWithLive(file, manifest, databases);
        found = compared;
        if (compared.differencesTotal === 0 && manifest.withCredentials)
          await withDatabases(databases, (opened) => noteArchive(opened, { institutionId, digest, closedAt }));
      }
      const { differences, differencesTotal, since } = found;
      if (json) terminal.printJson({ digest, tables: manifest.tables, ...found });
      else {
        const rows = manifest.tables.map((each) => [`${each.service}/${each.table}`, `${each.rows}`, each.sha256]);
        terminal.printTable(['TABLE', 'ROWS', 'SHA-256'], rows);
        for (const { service, table, id, is, columns } of differences)
          terminal.print(`${service}/${table} ${id}: ${is}${columns.length > 0 ? `: ${columns.join(', ')}` : ''}`);
        if (against === 'live')
          terminal.print(`${differencesTotal} rows differ, ${since} came, changed or went since.`);
        terminal.print(`The archive is whole. Its digest is ${digest}.`);
      }
      if (differencesTotal > 0) exitWith(DIFFERS);
    });
}

const DIFFERS = 1;

const HELP = `
Against live databases, all rows must be equal while the institution is frozen
or closed; otherwise, rows that came, changed or went since are only counted.
A closed one may be deleted once an archive of it was found equal: one of this
command line, with credentials.
The exit code is 0; 1 if rows differ; or 2 if the archive is damaged or
incomplete, or a database cannot be used.

With --against live, ${DATABASES_HELP.replace('Environment', 'environment')}

Examples:
  lyceum institutions verify example.tar
  lyceum institutions verify example.tar --against live --json`;
