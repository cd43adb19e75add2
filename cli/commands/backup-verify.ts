import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import { FIRST_SERVER } from '../../platform/data/placements.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';

export function backupVerifyCommand({ terminal, environment, exitWith }: CliContext): Command {
  return new Command('verify')
    .description('Checks a backup that was restored into another server, and records that it is proven.')
    .requiredOption('--restored <host:port>', 'the other server')
    .option('--server <name>', 'check the databases of another server than the first')
    .addHelpText('after', HELP)
    .action(async ({ restored, server = FIRST_SERVER }: { restored: string; server?: string }) => {
      // Loaded here: the services take longer to load than most commands run.
      const [{ verifyBackup }, { serverOfDatabase, serviceDatabaseUrls, withServiceDatabases }, { recordBackupProof }] =
        await Promise.all([
          import('../backup/verify-backup.ts'),
          import('../service-databases.ts'),
          import('../../services/identity/operators/backup-proofs.ts'),
        ]);
      const all = await serviceDatabaseUrls(environment, undefined);
      const databases = all.filter(([name]) => serverOfDatabase(name) === server);
      if (databases.length === 0) throw new CommandFailure(`PLACED_DATABASE_URLS does not name the server ${server}.`);
      const now = systemClock.now();
      let isWhole = true;
      for await (const { line, isWrong } of verifyBackup(databases, restored, now)) {
        terminal.print(line);
        if (isWrong) isWhole = false;
      }
      if (!isWhole) {
        terminal.print('The backup is NOT proven.');
        return exitWith(BROKEN);
      }
      if (server === FIRST_SERVER)
        await withServiceDatabases(environment, 'identity', (_, db) => recordBackupProof(db, toInstantText(now)));
      terminal.print('The backup is proven.');
    });
}

const BROKEN = 1;

const HELP = `
The environment names the databases of production. The other server has the
same databases, roles and passwords, from the backup. Compares its tables with
the schema in the code, checks its data as \`lyceum data check\` does, and
compares its audit records with those of production: it may lack none that is
older than a day. Records the time in the database of identity, which reports
it as lyceum_backup_proven_timestamp_seconds. With --server, it checks the
databases on that server, which has no feed to compare with and is not recorded.
The exit code is 0; 1 if the backup is not whole; or 2 if a database cannot be
used.

Environment:
  DATABASE_URL          a PostgreSQL server with databases lyceum_SERVICE
  SERVICE_DATABASE_URL  database of one service, as in DIRECTORY_DATABASE_URL
  PLACED_DATABASE_URLS  other servers with rows of institutions: b=postgres://…

Examples:
  lyceum backup verify --restored 127.0.0.1:5431
  lyceum backup verify --restored 127.0.0.1:5431 --server b`;
