import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { readConfig } from '../../platform/core/config/config.ts';
import { natsVariables } from '../../platform/events/nats/nats-variables.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { printSummary, progressLine } from '../import/print-import.ts';
import { institutionOf } from '../of-institution.ts';

export function demoResetCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('reset')
    .description('Resets the demo institution; its credentials stay valid.')
    .addHelpText('after', HELP)
    .action(async () => {
      const { NODE_ENV } = readConfig({ NODE_ENV: natsVariables.NODE_ENV }, environment);
      if (NODE_ENV === 'production') throw new CommandFailure('There is no demo institution in production.');
      // Loaded here so that the other commands start faster.
      const [
        { importBundle },
        { fillDemo },
        { emptyInstitution },
        { databaseUrlsOf, serviceDatabaseUrls, withDatabases },
      ] = await Promise.all([
        import('../import/import-bundle.ts'),
        import('../demo/fill-demo.ts'),
        import('../demo/empty-institution.ts'),
        import('../service-databases.ts'),
      ]);
      requireOwn(await serviceDatabaseUrls(environment, undefined));
      const bundle = await readDemo();
      const result = await connected(async (connection) => {
        const demo = await institutionOf(connection, bundle.institution.ref);
        const urls = await databaseUrlsOf(environment, demo.id);
        await withDatabases(urls, (databases) =>
          emptyInstitution({
            databases,
            urls,
            institutionId: demo.id,
            onService: (name) => terminal.progress(`emptying ${name}`),
          }),
        );
        const imported = await importBundle({
          bundle,
          call: ({ institutionId }) => connection.callFor(institutionId),
          onProgress: (progress) => terminal.progress(progressLine(progress)),
        });
        await fillDemo(connection.callFor(demo.id), systemClock.now());
        return imported;
      }).finally(() => terminal.progress(''));
      printSummary(terminal, result.summaries, `Institution ${result.institutionId}`);
    });
}

/** Databases on this machine only: another host may have a real institution. */
function requireOwn(urls: readonly (readonly [service: string, url: string])[]): void {
  const remote = urls.find(([, url]) => !LOOPBACK.includes(new URL(url).hostname));
  if (remote)
    throw new CommandFailure(`The database of ${remote[0]} is not on this machine. Only local databases can be reset.`);
}

async function readDemo(): Promise<{ readonly institution: { readonly ref: string } }> {
  const text = await readFile(BUNDLE, 'utf8').catch(() => {
    throw new CommandFailure('The demo institution is only in the source tree, not in this image.');
  });
  return JSON.parse(text);
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const BUNDLE = new URL('../../dev/demo/demo-institution.json', import.meta.url);

const HELP = `
Deletes what was added, and restores what was changed. Integrations that
operators created keep their credentials; the audit log and the event feed
keep their records. The platform must be running on this machine. If the
command is interrupted, run it again.

Environment:
  GRPC_PORT   port of the services (9090)
  DATA_DIR    the data folder of npm start (.data)

Example:
  lyceum demo reset`;
