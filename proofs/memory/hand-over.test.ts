import { afterAll, beforeAll, expect, it } from 'vitest';
import { usageOf } from '../../bench/process-usage.ts';
import { download, readHandOver } from '../../test/support/console/handed-over.ts';
import { Visitor } from '../../test/support/console/visitor.ts';
import { query } from '../../test/support/postgres/query.ts';
import type { Program } from '../../test/support/process/program.ts';
import { TestScope } from '../../test/support/test-scope.ts';

/** More than anybody works in a life. */
const RECORDS = 100_000;

const scope = new TestScope();
let program: Program;
let visitor: Visitor;
let url: string;
let userId: string;
beforeAll(async () => {
  const data = await scope.dataDirectory();
  ({ program, url } = await scope.startLyceum(data));
  const [, link = ''] = await program.waitForOutput(/^ *(http\S+\/console\/link\/\S+)$/m);
  visitor = new Visitor(url);
  expect((await visitor.post(new URL(link).pathname)).status).toBe(303);
  const [user] = await query<{ id: string; institution_id: string }>(
    await data.databaseUrl('lyceum_directory'),
    'SELECT id, institution_id FROM users ORDER BY id LIMIT 1',
  );
  userId = user?.id ?? '';
  await query(
    await data.databaseUrl('lyceum_timetracking'),
    `WITH records AS (
       INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, note, auto_closed,
         revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, at, at + interval '30 minutes', at, '[]', '[]', 'api', 'a note', false, gen_random_uuid(), at, at
       FROM generate_series(1, ${RECORDS}) AS n, LATERAL (SELECT timestamptz '2012-01-01T06:00Z' + n * interval '1 hour' AS at) AS t
       RETURNING institution_id, id, revision)
     INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, version_after, request_id)
     SELECT institution_id, now(), 'operator', 'o/CreateLog', 'time_record', id, revision, 'r' FROM records`,
    [user?.institution_id, userId],
  );
}, 600_000);
afterAll(() => scope.clear());

it('the data of a person with 100,000 time records takes at most 300 MiB', async () => {
  await visitor.get(`/console/people/${userId}`);
  const pid = program.child.pid ?? 0;
  const before = usageOf(pid).rssMiB;
  const { body } = await download(url, visitor, userId);
  const parts: Uint8Array[] = [];
  let peakMiB = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    peakMiB = Math.max(peakMiB, usageOf(pid).rssMiB);
  }
  const { data, rows } = readHandOver(Buffer.concat(parts));
  const own = rows('time-records.csv').filter(({ note }) => note === 'a note');
  expect(own).toHaveLength(RECORDS);
  expect(data.changes.filter(({ kind }: { kind: string }) => kind === 'time_record').length).toBeGreaterThanOrEqual(
    RECORDS,
  );
  expect(data.hours.at(-1).workedMinutes).toBeGreaterThanOrEqual(RECORDS * 30);
  expect(peakMiB - before).toBeLessThan(300);
}, 300_000);
