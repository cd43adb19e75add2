import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { checkInvariant } from '../../../platform/data/invariants.ts';
import { TestDatabases } from '../../../test/support/postgres/test-databases.ts';
import { timetrackingInvariants } from './invariants.ts';

let databases: TestDatabases;
beforeAll(async () => {
  const suffix = randomBytes(6).toString('hex');
  databases = await TestDatabases.create(inject('databaseServer'), suffix, ['timetracking']);
});
afterAll(() => databases.drop());

const records = fc.array(
  fc.record({
    user: fc.integer({ min: 0, max: 1 }),
    start: fc.integer({ min: 0, max: 8 }),
    // Open without one; one of 0 minutes or less is no record.
    minutes: fc.option(fc.integer({ min: -1, max: 4 })),
  }),
  { maxLength: 6 },
);

it('finds and refuses a broken record exactly if two of a member overlap, or one does not end after it begins', async () => {
  const [noOverlap] = timetrackingInvariants;
  await withClient({ connectionString: databases.url('timetracking') }, async (client) => {
    // Shadows the table, without its constraints.
    await client.query('CREATE TEMP TABLE time_records (LIKE public.time_records)');
    await fc.assert(
      fc.asyncProperty(records, async (drawn) => {
        await client.query('TRUNCATE pg_temp.time_records');
        await client.query(
          `INSERT INTO pg_temp.time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps,
             source, auto_closed, revision, created_at, updated_at)
           SELECT '00000000-0000-0000-0000-000000000000', gen_random_uuid(), ('00000000-0000-0000-0000-00000000000' || u)::uuid,
             to_timestamp(60 * s), to_timestamp(60 * (s + m)), now(), '[]', '[]', 'api', false, gen_random_uuid(), now(), now()
           FROM unnest($1::int[], $2::int[], $3::int[]) AS drawn(u, s, m)`,
          [drawn.map(({ user }) => user), drawn.map(({ start }) => start), drawn.map(({ minutes }) => minutes)],
        );
        const ends = drawn.map(({ start, minutes }) => start + (minutes ?? Number.POSITIVE_INFINITY));
        const isBroken = drawn.some((one, i) => {
          const end = ends[i] ?? 0;
          if (end <= one.start) return true;
          return drawn.some(
            (other, j) => i < j && one.user === other.user && one.start < (ends[j] ?? 0) && other.start < end,
          );
        });
        const found = await checkInvariant(client, noOverlap as NonNullable<typeof noOverlap>);
        // The table itself takes no such records.
        const refusedBy = await client.query('INSERT INTO public.time_records SELECT * FROM pg_temp.time_records').then(
          () => '',
          (error) => String(error.constraint),
        );
        await client.query('DELETE FROM public.time_records');
        expect([found.rows, found.broken > 0]).toEqual([drawn.length, isBroken]);
        expect(refusedBy).toMatch(isBroken ? /^time_records_(no_overlap|not_empty|open)$/ : /^$/);
      }),
      { numRuns: 300 },
    );
  });
});
