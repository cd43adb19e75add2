import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { services } from '../../../deploy/installation/services.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { createLogger } from '../../../platform/observability/log.ts';
import type { MadeYear } from '../year/make-year.ts';

/** A service whose database is migrated during writes to its largest tables. */
interface Migrated {
  readonly service: string;
  /** A migration as a later release may have it: the product has only the first ones. */
  readonly migration: string;
  /** A short transaction like the service's. */
  readonly write: string;
}

const CASES: readonly Migrated[] = [
  {
    service: 'directory',
    migration: 'CREATE INDEX IF NOT EXISTS users_later ON users (institution_id, updated_at) INCLUDE (created_at, id);',
    write: `UPDATE users SET updated_at = now() WHERE institution_id = $1 AND id = (SELECT md5('user' || (random() * 5000)::integer)::uuid)`,
  },
  {
    service: 'scheduling',
    migration:
      'CREATE INDEX IF NOT EXISTS appointments_later ON appointments (institution_id, updated_at) INCLUDE (date_time, id);',
    write: `UPDATE appointments SET updated_at = now() WHERE institution_id = $1 AND id = (SELECT md5('appointment' || 2 * (random() * 5000)::integer)::uuid)`,
  },
  {
    service: 'timetracking',
    migration: 'CREATE INDEX IF NOT EXISTS outbox_later ON outbox (occurred_at);',
    write: `INSERT INTO outbox (id, institution_id, type, aggregate_id, request_id, actor_type, occurred_at, payload) VALUES (gen_random_uuid(), $1, 't', 'a', 'r', 'system', now(), '')`,
  },
];

const WRITERS = 4;

/** Prints the time of migrations, the number of concurrent transactions, and the longest of them. */
export async function reportMigrations(year: MadeYear, print: (line: string) => void): Promise<void> {
  const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
  print(
    '| migrated while written to | s | writes meanwhile | longest write, ms | longest before, ms |\n|---|---|---|---|---|',
  );
  for (const { service, migration, write } of CASES) {
    const url = year.url(service);
    const folder = await withLater(migration, services.find(({ name }) => name === service)?.migrations);
    const writing = (until: () => boolean) => longestWrite(url, { text: write, values: [year.large] }, until);
    const began = performance.now();
    const before = await writing(() => performance.now() - began > BASELINE_MS);
    let isDone = false;
    const meanwhile = writing(() => isDone);
    const start = performance.now();
    await migrate({ databaseUrl: url, migrations: pathToFileURL(`${folder}/`), log }).finally(() => (isDone = true));
    const seconds = (performance.now() - start) / 1_000;
    const { count, longestMs } = await meanwhile;
    await rm(folder, { recursive: true });
    print(
      `| ${service} | ${seconds.toFixed(1)} | ${count} | ${longestMs.toFixed(0)} | ${before.longestMs.toFixed(0)} |`,
    );
  }
}

const BASELINE_MS = 5_000;

/** Returns a new folder with a service's migrations and a later one. */
async function withLater(migration: string, migrations: URL | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-migrations-'));
  if (migrations) await cp(migrations, folder, { recursive: true });
  await writeFile(join(folder, '9999_later.sql'), `-- Up Migration\n${migration}\n`);
  return folder;
}

async function longestWrite(url: string, query: { text: string; values: string[] }, isOver: () => boolean) {
  let count = 0;
  let longestMs = 0;
  const writer = () =>
    withClient({ connectionString: url }, async (client) => {
      while (!isOver()) {
        const began = performance.now();
        await client.query(query);
        longestMs = Math.max(longestMs, performance.now() - began);
        count++;
      }
    });
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return { count, longestMs };
}
