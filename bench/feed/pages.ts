import { randomUUID } from 'node:crypto';
import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { Database } from '../../platform/data/database.ts';
import { migrate } from '../../platform/data/migrate.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { feedTypes } from '../../services/webhooks/domain/event-types.ts';
import { webhooks } from '../../services/webhooks/service.ts';
import { readFeed } from '../../services/webhooks/store/read-feed.ts';

interface Options {
  /** The numbers of events in the feeds. */
  readonly sizes: readonly number[];
  readonly print: (line: string) => void;
}

type FeedOptions = Parameters<typeof readFeed>[2];

const TYPES = Object.values(feedTypes).map(({ type }) => type);
const DAYS = 30;
const PAGE = 50;
const RUNS = 200;

/**
 * Pages of an institution's feed over thirty days, with many resources and all types: the median time of each, in
 * milliseconds.
 */
export async function measurePages(postgres: EmbeddedPostgres, { sizes, print }: Options): Promise<void> {
  const columns: string[][] = [];
  let names: string[] = [];
  for (const size of sizes) {
    const medians = await mediansOf(postgres, size, print);
    names = [...medians.keys()];
    columns.push([...medians.values()].map((ms) => ms.toFixed(2)));
  }
  print(['page', ...sizes.map(String)].map((cell, n) => (n === 0 ? cell.padEnd(34) : cell.padStart(12))).join(''));
  for (const [row, name] of names.entries())
    print([name.padEnd(34), ...columns.map((column) => (column[row] ?? '').padStart(12))].join(''));
}

async function mediansOf(
  postgres: EmbeddedPostgres,
  size: number,
  print: Options['print'],
): Promise<Map<string, number>> {
  const name = `feed_${size}`;
  await postgres.ensureDatabases([name]);
  const url = postgres.url(name);
  await migrate({ databaseUrl: url, migrations: webhooks.migrations, log: silentLogger });
  const institutionId = randomUUID();
  const resourceId = await fill(url, institutionId, size);
  print(`${size} events are there`);
  const db = new Database({
    url,
    maxConnections: 2,
    statementTimeoutMs: 60_000,
    applicationName: 'bench',
    constraints: {},
    log: silentLogger,
  });
  const medians = new Map<string, number>();
  try {
    for (const [page, options] of pagesOf(size, resourceId)) {
      const actor = { kind: 'operator', institutionId } as const;
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const begun = performance.now();
        const read = await readFeed(db, actor, {
          after: null,
          ...options,
          size: PAGE,
        });
        times.push(performance.now() - begun);
        if (!read) throw new Error(`${page}: no page`);
      }
      medians.set(page, times.sort((a, b) => a - b)[RUNS / 2] as number);
    }
  } finally {
    await db.close();
  }
  return medians;
}

/** The pages that readers request, at the beginning, in the middle and at the end of the feed. */
function pagesOf(size: number, resourceId: string): [string, Partial<FeedOptions>][] {
  const deep = Math.floor(size / 2);
  return [
    ['first', {}],
    ['deep', { after: deep }],
    ['last', { after: size - 10 }],
    ['end: nothing new', { after: size }],
    ['one type', { types: ['user.updated'] }],
    ['one type, deep', { after: deep, types: ['user.updated'] }],
    ['a type without events', { types: ['webhook.none'] }],
    ['five types, deep', { after: deep, types: TYPES.slice(0, 5) }],
    ['all types but one, deep', { after: deep, types: TYPES.slice(1) }],
    ['one resource', { resourceId }],
    ['one resource and type, deep', { after: deep, resourceId, types: ['user.updated'] }],
    ['an unknown resource', { resourceId: randomUUID() }],
  ];
}

/**
 * Fills a feed evenly over the days, with a hundred events per resource; returns the id of one resource. Creates
 * indexes after the rows.
 */
async function fill(url: string, institutionId: string, size: number): Promise<string> {
  return withClient({ connectionString: url }, async (client) => {
    await client.query(`SELECT make_partitions('events', 'day', $1::integer, now() - $1::integer * interval '1 day')`, [
      DAYS,
    ]);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'events' AND indexname <> 'events_pkey'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await client.query(
      `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
       SELECT $1::uuid, n, at, gen_random_uuid(), ($2::text[])[1 + n % array_length($2::text[], 1)], md5('resource ' || n % ($3::bigint / 100))::uuid,
         'a', at, '{email}', 'integration', $1::uuid::text, $1::uuid::text
       FROM generate_series(1::bigint, $3::bigint) AS n,
         LATERAL (SELECT now() - ($4::float8 * (1 - n / $3::bigint::float8)) * interval '1 day') AS recorded(at)`,
      [institutionId, TYPES, size, DAYS],
    );
    // Their definitions would create them only on the parent table.
    for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
    await client.query(`INSERT INTO feed_heads (institution_id, sequence, recorded_at) VALUES ($1, $2, now())`, [
      institutionId,
      size,
    ]);
    await client.query('VACUUM ANALYZE events');
    const { rows } = await client.query<{ id: string }>(`SELECT md5('resource 7')::uuid AS id`);
    return rows[0]?.id ?? '';
  });
}
