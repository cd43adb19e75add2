import { services } from '../../../installation/services.ts';
import { withClient } from '../../../platform/data/connections.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { createLogger } from '../../../platform/observability/log.ts';
import type { MadeYear } from '../year/make-year.ts';

/** A service whose database is set back to an older schema, and then migrated while somebody writes to its largest tables. */
interface Migrated {
  readonly service: string;
  /** Takes away what the later migrations made. */
  readonly back: string;
  /** A short transaction as the service has them. */
  readonly write: string;
}

const CASES: readonly Migrated[] = [
  {
    service: 'directory',
    back: `DROP TABLE IF EXISTS calendar_feeds; DROP INDEX IF EXISTS users_by_change, courses_by_change; DELETE FROM migrations WHERE name >= '0004'`,
    write: `UPDATE users SET updated_at = now() WHERE institution_id = $1 AND id = (SELECT md5('user' || (random() * 5000)::integer)::uuid)`,
  },
  {
    service: 'scheduling',
    back: `DROP INDEX IF EXISTS appointments_by_change; DELETE FROM migrations WHERE name >= '0003'`,
    write: `UPDATE appointments SET updated_at = now() WHERE institution_id = $1 AND id = (SELECT md5('appointment' || 2 * (random() * 5000)::integer)::uuid)`,
  },
  {
    service: 'timetracking',
    back: `DROP INDEX IF EXISTS idempotency_keys_by_expiry, outbox_by_occurrence, inbox_by_handling; DELETE FROM chassis_migrations WHERE name >= '0010'`,
    write: `INSERT INTO outbox (id, institution_id, type, aggregate_id, request_id, occurred_at, payload) VALUES (gen_random_uuid(), $1, 't', 'a', 'r', now(), '')`,
  },
];

const WRITERS = 4;

/** Prints how long migrations took, how many transactions were written meanwhile, and the longest that one of them took. */
export async function reportMigrations(year: MadeYear, print: (line: string) => void): Promise<void> {
  const log = createLogger({ name: 'bench', level: 'warn', pretty: false });
  print(
    '| migrated while written to | s | writes meanwhile | longest write, ms | longest before, ms |\n|---|---|---|---|---|',
  );
  for (const { service, back, write } of CASES) {
    const url = year.url(service);
    const definition = services.find(({ name }) => name === service);
    await withClient({ connectionString: url }, (client) => client.query(back));
    const writing = (until: () => boolean) => longestWrite(url, { text: write, values: [year.large] }, until);
    const began = performance.now();
    const before = await writing(() => performance.now() - began > BASELINE_MS);
    let isDone = false;
    const meanwhile = writing(() => isDone);
    const start = performance.now();
    await migrate({ databaseUrl: url, migrations: definition?.migrations, log }).finally(() => (isDone = true));
    const seconds = (performance.now() - start) / 1_000;
    const { count, longestMs } = await meanwhile;
    print(
      `| ${service} | ${seconds.toFixed(1)} | ${count} | ${longestMs.toFixed(0)} | ${before.longestMs.toFixed(0)} |`,
    );
  }
}

const BASELINE_MS = 5_000;

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
