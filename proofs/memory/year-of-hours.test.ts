import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usageOf } from '../../bench/process-usage.ts';
import { withoutIndexes } from '../../bench/scale/year/without-indexes.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { Visitor } from '../../test/support/console/visitor.ts';
import type { DataDirectory } from '../../test/support/data-directory.ts';
import { query } from '../../test/support/postgres/query.ts';
import type { Program } from '../../test/support/process/program.ts';
import { TestScope } from '../../test/support/test-scope.ts';

/** The hours of a large school in `npm start`: what reading them in the console costs. */
const PEOPLE = 5_000;
const DAYS = 220;
const YEAR = 'from=2025-01-01&to=2025-12-31';
/** What the script `start` of package.json gives to Node. */
const AS_NPM_START = '--max-semi-space-size=4';
const MONTH = 'from=2025-03-01&to=2025-03-31';

const scope = new TestScope();
let data: DataDirectory;
let program: Program;
let visitor: Visitor;
let url: string;
beforeAll(async () => {
  data = await scope.dataDirectory();
  ({ program, url } = await scope.startLyceum(data, { env: { NODE_OPTIONS: AS_NPM_START } }));
  const [, link = ''] = await program.waitForOutput(/^ *(http\S+\/console\/link\/\S+)$/m);
  visitor = new Visitor(url);
  expect((await visitor.post(new URL(link).pathname)).status).toBe(303);
  const [institution] = await query<{ id: string }>(
    await data.databaseUrl('lyceum_directory'),
    'SELECT id FROM institutions LIMIT 1',
  );
  await query(
    await data.databaseUrl('lyceum_directory'),
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, code, code_key, is_archived, revision, created_at, updated_at)
     SELECT $1, md5('p' || n)::uuid, n || '@y.example', n || '@y.example', 'Person ' || lpad(n::text, 5, '0'), false, 'Y-' || n, 'y-' || n, false, gen_random_uuid(), now(), now()
     FROM generate_series(1, ${PEOPLE}) AS n`,
    [institution?.id],
  );
  await withClient({ connectionString: await data.databaseUrl('lyceum_timetracking') }, async (client) => {
    // It takes minutes to build, and nothing is written here.
    await client.query('ALTER TABLE time_records DROP CONSTRAINT time_records_no_overlap');
    await withoutIndexes(client, async () => {
      await client.query(
        `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, note, auto_closed,
           revision, created_at, updated_at)
         SELECT $1, gen_random_uuid(), md5('p' || p)::uuid, at, at + interval '8 hours', at, '[]', '[]', 'api', 'a note', (p + d) % 50 = 0, gen_random_uuid(), at, at
         FROM generate_series(1, ${DAYS}) AS d, generate_series(1, ${PEOPLE}) AS p,
           LATERAL (SELECT timestamptz '2025-01-01T06:00Z' + d * interval '39 hours' + p * interval '1 second' AS at) AS t`,
        [institution?.id],
      );
    });
  });
  for (const name of ['directory', 'timetracking'])
    await query(await data.databaseUrl(`lyceum_${name}`), 'VACUUM ANALYZE');
}, 900_000);
afterAll(() => scope.clear());

it.each([
  ['a row for each record', ''],
  ['a row for each person and day', '&by=day'],
])('an export that is read slowly takes at most 300 MiB, with %s', async (_, by) => {
  await visitor.get(`/console/time-records?${MONTH}`);
  const before = usageOf(pid()).rssMiB;
  const read = await readSlowly(`/console/time-records/export?${YEAR}${by}`);
  expect(read.bytes).toBeGreaterThan(ENOUGH / 2);
  expect(read.peakMiB - before).toBeLessThan(300);
});

it.each([
  ['a month', `?${MONTH}`],
  ['a month of one person', `?${MONTH}&person=Y-77`],
  ['what is open', `?${MONTH}&show=open`],
  ['what is open since before today', `?${MONTH}&show=open-before-today`],
  ['what was closed automatically', `?${MONTH}&show=auto-closed`],
])('the page of %s takes at most 50 ms of CPU', async (_, query) => {
  const path = `/console/time-records${query}`;
  for (let n = 0; n < WARM_UP; n++) expect((await visitor.get(path)).status).toBe(200);
  const before = await cpuMs();
  for (let n = 0; n < PAGES; n++) await visitor.get(path);
  expect(((await cpuMs()) - before) / PAGES).toBeLessThanOrEqual(50);
});

const WARM_UP = 20;
const PAGES = 40;
/** Of a file that is read no further. */
const ENOUGH = 40 * 1024 * 1024;

const pid = () => program.child.pid ?? 0;

/** Of the platform and its PostgreSQL. */
async function cpuMs(): Promise<number> {
  return [pid(), ...(await data.postgresProcesses())].map((each) => usageOf(each).cpuMs).reduce((sum, ms) => sum + ms);
}

/** Reads a file in small pieces, and how much memory the platform has meanwhile. */
async function readSlowly(path: string) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { body } = await fetch(new URL(path, url), { headers: { cookie, 'accept-encoding': 'identity' } });
  let bytes = 0;
  let peakMiB = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    peakMiB = Math.max(peakMiB, usageOf(pid()).rssMiB);
    if (bytes > ENOUGH) break;
    // The reader's pace, slower than a file is made.
    await wait(10);
  }
  return { bytes, peakMiB };
}
