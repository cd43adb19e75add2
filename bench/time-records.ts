import { withClient } from '../libraries/pg-batch/index.ts';

/**
 * Creates logs of each user on days before everything that the scenarios write. On an empty table the server would plan
 * each look-up with another index than on a filled one, for all targets alike, until it happens to analyse the table.
 */
export async function addRecords(url: string, institutionId: string, userIds: readonly string[]): Promise<void> {
  await withClient({ connectionString: url }, (client) =>
    client.query(
      `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
         revision, created_at, updated_at)
       SELECT $1, gen_random_uuid(), member, day, day + interval '8 hours', day, '[]', '[]', 'api', false, gen_random_uuid(), day, day
       FROM unnest($2::uuid[]) AS member, generate_series('2005-01-01 08:00Z'::timestamptz, '2005-01-02 08:00Z', '1 day') AS day`,
      [institutionId, userIds],
    ),
  );
}
