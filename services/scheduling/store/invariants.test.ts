import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { checkInvariant } from '../../../platform/data/invariants.ts';
import { TestDatabases } from '../../../test/support/postgres/test-databases.ts';
import { schedulingInvariants } from './invariants.ts';

let databases: TestDatabases;
beforeAll(async () => {
  const suffix = randomBytes(6).toString('hex');
  databases = await TestDatabases.create(inject('databaseServer'), suffix, ['scheduling']);
});
afterAll(() => databases.drop());

const bookings = fc.array(
  fc.record({
    room: fc.integer({ min: 0, max: 1 }),
    start: fc.integer({ min: 0, max: 8 }),
    hours: fc.integer({ min: 1, max: 4 }),
    isExclusive: fc.boolean(),
  }),
  { maxLength: 6 },
);

it('finds a double booking exactly if two bookings of a room overlap, one of which is exclusive', async () => {
  const [noDoubleBooking] = schedulingInvariants;
  await withClient({ connectionString: databases.url('scheduling') }, async (client) => {
    // Shadows the table, without its constraints.
    await client.query('CREATE TEMP TABLE room_bookings (LIKE public.room_bookings)');
    await fc.assert(
      fc.asyncProperty(bookings, async (drawn) => {
        await client.query('TRUNCATE pg_temp.room_bookings');
        await client.query(
          `INSERT INTO pg_temp.room_bookings (institution_id, appointment_id, room_id, occupied, is_exclusive)
           SELECT '00000000-0000-0000-0000-000000000000', gen_random_uuid(), ('00000000-0000-0000-0000-00000000000' || r)::uuid,
             tstzrange(to_timestamp(3600 * s), to_timestamp(3600 * (s + h)), '[)'), x
           FROM unnest($1::int[], $2::int[], $3::int[], $4::boolean[]) AS drawn(r, s, h, x)`,
          [
            drawn.map(({ room }) => room),
            drawn.map(({ start }) => start),
            drawn.map(({ hours }) => hours),
            drawn.map(({ isExclusive }) => isExclusive),
          ],
        );
        const isBroken = drawn.some((one, i) =>
          drawn.some(
            (other, j) =>
              i < j &&
              one.room === other.room &&
              (one.isExclusive || other.isExclusive) &&
              one.start < other.start + other.hours &&
              other.start < one.start + one.hours,
          ),
        );
        const found = await checkInvariant(client, noDoubleBooking as NonNullable<typeof noDoubleBooking>);
        expect([found.rows, found.broken > 0]).toEqual([drawn.length, isBroken]);
      }),
      { numRuns: 300 },
    );
  });
});
