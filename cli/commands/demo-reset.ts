import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { natsVariables } from '../../platform/events/nats/nats-variables.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { printSummary, progressLine } from '../import/print-import.ts';

export function demoResetCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('reset')
    .description('Makes the demo institution as new, with the credentials that it has.')
    .addHelpText('after', HELP)
    .action(async () => {
      const { NODE_ENV } = readConfig({ NODE_ENV: natsVariables.NODE_ENV }, environment);
      if (NODE_ENV === 'production') throw new CommandFailure('In production there is no demo institution to reset.');
      // Only here: the other commands start faster without them.
      const [{ importBundle }, { deleteRowsOfInstitution }, { databaseFailure }] = await Promise.all([
        import('../import/import-bundle.ts'),
        import('../../platform/data/delete-institution.ts'),
        import('../service-databases.ts'),
      ]);
      const urls = await ownDatabases(environment);
      const bundle = await readDemo();
      const result = await connected(async (connection) => {
        const { institutions } = await connection.callFor(null)(InstitutionService.method.listInstitutions, {});
        const demo = institutions.find(({ ref }) => ref === bundle.institution.ref);
        if (!demo) throw new CommandFailure(`There is no institution ${bundle.institution.ref} to reset.`);
        for (const [name, url] of urls) {
          terminal.progress(`emptying ${name}`);
          await deleteRowsOfInstitution(url, demo.id).catch((error: unknown) => {
            throw databaseFailure(name, error);
          });
        }
        return importBundle({
          bundle,
          call: ({ institutionId }) => connection.callFor(institutionId),
          onProgress: (progress) => terminal.progress(progressLine(progress)),
        });
      }).finally(() => terminal.progress(''));
      printSummary(terminal, result.summaries, `Institution ${result.institutionId}`);
    });
}

/** Databases of this machine: whoever names others may have a real institution there. */
async function ownDatabases(environment: Environment) {
  const { serviceDatabaseUrls } = await import('../service-databases.ts');
  const urls = await serviceDatabaseUrls(environment, undefined);
  const remote = urls.find(([, url]) => !LOOPBACK.includes(new URL(url).hostname));
  if (remote) throw new CommandFailure(`The database of ${remote[0]} is not on this machine, and is left alone.`);
  return urls;
}

async function readDemo(): Promise<{ readonly institution: { readonly ref: string } }> {
  const text = await readFile(BUNDLE, 'utf8').catch(() => {
    throw new CommandFailure('The demo institution is part of the sources, and not of this image.');
  });
  return JSON.parse(text);
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const BUNDLE = new URL('../../dev/demo/demo-institution.json', import.meta.url);

const HELP = `
What was added to it is deleted, what was changed is as it was. Integrations
that operators have made keep their credentials; the audit log and the feed
of events keep what they tell. It works while the platform of this machine
runs. When it was interrupted, run it again.

Environment:
  GRPC_PORT   where the services answer (9090)
  DATA_DIR    the data folder of npm start (.data)

Example:
  lyceum demo reset`;
