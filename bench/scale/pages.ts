import { randomBytes } from 'node:crypto';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { load } from '../load.ts';
import { type Bench, prepareBench } from '../prepare.ts';
import { median } from '../quantile.ts';
import { reading } from '../scenarios.ts';
import { startOne } from '../shapes.ts';
import { cursorMaker } from './cursors.ts';
import { withoutIndexes } from './year/without-indexes.ts';

interface PageOptions {
  /** The numbers of users, ascending. */
  readonly users: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
}

const INTEGRATIONS = 200;
const CONNECTIONS = 8;
const CHANGED = 30;

/**
 * Prints the cost of a page in an institution with many users: the first one, a deep one, and pages of `updatedSince`
 * that match few and all users. Each is a ratio to the time of the first page with the fewest users; flat is good.
 */
export async function reportPages({ users: userCounts, rounds, seconds }: PageOptions): Promise<void> {
  const cursorKeys = `bench:${randomBytes(32).toString('base64url')}`;
  const bench = await prepareBench();
  const target = await startOne('one-process.ts', { ...bench.environment, CURSOR_KEYS: cursorKeys });
  try {
    let fastest = Number.NaN;
    let begun = 0;
    for (const users of userCounts) {
      const pages = await fill(bench, users, cursorKeys);
      const figures = new Map<string, number[]>();
      for (let round = 0; round <= rounds; round++) {
        for (const [name, path] of Object.entries(pages)) {
          const { requestsPerSecond } = await load(reading(name, path, { integrations: INTEGRATIONS }), {
            url: target.url,
            prefix: '/api/v4',
            authorizations: bench.authorizations,
            extent: { duration: seconds },
            connections: CONNECTIONS,
            next: () => begun++,
          });
          // Round 0 is the warm-up.
          if (round > 0) figures.set(name, [...(figures.get(name) ?? []), requestsPerSecond]);
        }
      }
      for (const [name, all] of figures) {
        const perSecond = median(all);
        if (Number.isNaN(fastest)) fastest = perSecond;
        const cells = [users, perSecond.toFixed(0), (fastest / perSecond).toFixed(2)].map((cell) =>
          String(cell).padStart(9),
        );
        process.stdout.write(`${name.padEnd(44)}${cells.join('')}\n`);
      }
    }
  } finally {
    target.stop();
    await bench.stop();
  }
}

/** Creates users up to a number; returns the paths of the pages. */
async function fill(
  bench: Bench,
  users: number,
  cursorKeys: string,
): Promise<Readonly<Record<string, (n: number) => string>>> {
  const {
    DIRECTORY_DATABASE_URL: connectionString = '',
    IDENTITY_DATABASE_URL: identityUrl = '',
    INSTITUTION_ID: institutionId = '',
  } = bench.environment;
  return withClient({ connectionString }, async (client) => {
    await withoutIndexes(client, async () => void (await client.query(INSERT, [institutionId, users])));
    await client.query('VACUUM ANALYZE users');
    const { rows: since } = await client.query(CHANGE, [institutionId, CHANGED]);
    const { rows: deep } = await client.query(DEEP, [institutionId, Math.floor(users * 0.9)]);
    const authorizations = bench.authorizations.slice(0, INTEGRATIONS);
    const cursorsOf = await cursorMaker({ identityUrl, cursorKeys, institutionId, authorizations });
    const cursors = cursorsOf('listUsers', { sort: deep[0].created_at.toISOString(), id: deep[0].id });
    return {
      'first page of 50': () => '/users?limit=50',
      'deep page of 50': (n) => `/users?limit=50&cursor=${cursors[n % INTEGRATIONS]}`,
      'delta sync, few have changed': () => `/users?limit=50&updatedSince=${since[0].at.toISOString()}`,
      'delta sync, all have changed': () => '/users?limit=50&updatedSince=2000-01-01T00:00:00.000Z',
    };
  });
}

const INSERT = `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'made' || n || '@bench.example', 'made' || n || '@bench.example', 'Made ' || n, true, false, gen_random_uuid(),
    '2020-01-01T00:00Z'::timestamptz + n * interval '1 s', '2020-01-01T00:00Z'::timestamptz + n * interval '1 s'
  FROM generate_series((SELECT count(*) + 1 FROM users WHERE institution_id = $1), $2::bigint) AS n`;
/** Among the newest, which come last in the list. */
const CHANGE = `WITH youngest AS (
    SELECT id FROM users WHERE institution_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2),
  changed AS (
    UPDATE users u SET updated_at = now() FROM youngest y WHERE u.institution_id = $1 AND u.id = y.id RETURNING u.updated_at)
  SELECT min(updated_at) AS at FROM changed`;
const DEEP = `SELECT created_at, id FROM users WHERE institution_id = $1 ORDER BY created_at, id OFFSET $2 LIMIT 1`;
