import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyArchive } from '../../cli/archive/read-archive.ts';
import { type Installation, withInstallation } from '../../cli/moving/installation.ts';
import { move } from '../../cli/moving/move.ts';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../libraries/embedded-postgres/testing/server.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { TEST_SECRET_KEYS } from '../../test/support/calls/test-secret-keys.ts';
import { withSystem } from '../prepare.ts';
import { type MadeYear, makeYear } from './year/make-year.ts';
import { shareOfYear } from './year/year-size.ts';

/**
 * Moves the large institution of a share of a year between two installations on one server, and prints how long each
 * step took, how long writes were refused, and the most memory that the process had, with the services of both.
 */
export async function reportMoving(
  postgres: EmbeddedPostgres,
  share: number,
  print: (line: string) => void,
): Promise<void> {
  const year = await makeYear(postgres, 'here', shareOfYear(share), print);
  // Events of the last hour would be waited for, and nothing consumes those that were only stored.
  for (const { name } of services)
    await withClient({ connectionString: year.url(name) }, (client) => client.query('TRUNCATE outbox, inbox'));
  const url = (service: string) => postgres.url(`${service}_there`);
  await postgres.ensureDatabases(services.map(({ name }) => `${name}_there`));
  const folder = await makeTestDirectory();
  try {
    await withSystem(year.url, () =>
      withSystem(url, () =>
        withInstallation(environmentOf(year.url), year.large, (source) =>
          withInstallation(environmentOf(url), year.large, (target) =>
            measure({ source, target, year, folder }, print),
          ),
        ),
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Sides {
  readonly source: Installation;
  readonly target: Installation;
  readonly year: MadeYear;
  readonly folder: string;
}

async function measure({ source, target, year, folder }: Sides, print: (line: string) => void): Promise<void> {
  let refusedMs = 0;
  const archive = join(folder, 'moving.tar');
  await move({
    ...{ source, target, archive, to: 'http://there.example', days: 30, onTable: () => undefined },
    institution: { id: year.large, ref: 'large', name: 'Large' },
    async step(name, work) {
      const began = performance.now();
      const result = await work();
      const ms = performance.now() - began;
      if (name !== 'close') refusedMs += ms;
      print(`${name.padEnd(6)} ${(ms / 1_000).toFixed(1).padStart(6)} s, at most ${mostMegabytes()} MB so far`);
      return result;
    },
  });
  const { manifest } = await verifyArchive(archive);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${rows} rows; writes were refused for ${(refusedMs / 1_000).toFixed(1)} s; at most ${mostMegabytes()} MB`);
}

function mostMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function environmentOf(url: (service: string) => string): Record<string, string> {
  const urls = services.map(({ name }) => [databaseVariable(name), url(name)]);
  return {
    ...Object.fromEntries(urls),
    WEBHOOKS_SECRET_KEYS: TEST_SECRET_KEYS,
    IDENTITY_SECRET_KEYS: TEST_SECRET_KEYS,
  };
}
