import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { demoFile } from '../../test/support/cli/bundles.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { query } from '../../test/support/postgres/query.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { SERVICES } from '../service-names.ts';

const system = await TestSystem.start({ platform: 'own' });
// The demo is as of this machine's day, as the present of the command is.
system.clock.set(new Date().toISOString());
const urls = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]);
const environment: Record<string, string> = { ...system.addresses, ...Object.fromEntries(urls) };
for (const args of [
  ['import', demoFile],
  ['demo', 'reset'],
])
  expect(await runCli(args, { environment })).toMatchObject({ code: 0 });
afterAll(() => system.stop());

/** Breaks data by hand: no trigger runs, so that nothing is checked or recorded. */
async function plant(service: string, text: string): Promise<string> {
  const url = new URL(system.databases.url(service));
  url.searchParams.set('options', '-c session_replication_role=replica');
  const [row] = await query<{ id: string }>(url.href, text);
  return row?.id ?? '';
}

const run = (text: string, service: string) => query(system.databases.url(service), text);

describe('data check', () => {
  it('exits with 0 for the data of a platform, and says how much it has looked at', async () => {
    const { code, stdout, stderr } = await runCli(['data', 'check'], { environment });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !/^[a-z]+: .*: \d+ rows$/.test(line))).toEqual([]);
    const rowsOf = (text: string) =>
      lines.filter((line) => line.includes(text)).map((line) => Number(line.split(' ').at(-2)));
    for (const text of [
      'time records of a member end after they begin',
      'exclusive bookings overlap',
      'bookings are of the rooms',
      'groups have as many members',
      'published events of directory are in the feed',
      'events of timetracking in the feed are in its outbox',
      'users have an audit record',
      'user_group_members refer to users that exist',
    ])
      expect([text, ...rowsOf(text)]).toEqual([text, expect.toSatisfy((rows) => rows > 0)]);
  });

  it('exits with 1 and names what is broken', async () => {
    await run('ALTER TABLE time_records DROP CONSTRAINT time_records_no_overlap', 'timetracking');
    await run('ALTER TABLE room_bookings DROP CONSTRAINT room_bookings_exclusive', 'scheduling');
    const id = randomUUID();
    const planted: Record<string, string> = {};
    const add = async (line: string, service: string, text: string) => {
      planted[line] = await plant(service, text);
    };
    await add(
      'timetracking: NOT time records of a member end after they begin, and overlap no other',
      'timetracking',
      `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source,
         auto_closed, revision, created_at, updated_at)
       SELECT institution_id, '${id}', user_id, start_time + interval '1 minute', end_time, last_event_at, '[]', '[]', 'api',
         false, gen_random_uuid(), created_at, updated_at
       FROM time_records WHERE end_time > start_time + interval '2 minutes' LIMIT 1 RETURNING id`,
    );
    await add(
      'scheduling: NOT exclusive bookings overlap no other booking of their room',
      'scheduling',
      `INSERT INTO room_bookings (institution_id, appointment_id, room_id, occupied, is_exclusive)
       SELECT institution_id, '${id}', room_id, occupied, true FROM room_bookings LIMIT 1 RETURNING appointment_id AS id`,
    );
    planted['scheduling: NOT bookings are of the rooms and the time of their appointment'] = id;
    planted['scheduling: NOT room_bookings refer to appointments that exist'] = id;
    await add(
      'directory: NOT groups have as many members as they count',
      'directory',
      'UPDATE user_groups SET member_count = member_count + 1 WHERE id = (SELECT id FROM user_groups LIMIT 1) RETURNING id',
    );
    await add(
      'directory: NOT users have an audit record of their version, or none that is kept',
      'directory',
      'UPDATE users SET revision = gen_random_uuid() WHERE id = (SELECT id FROM users LIMIT 1) RETURNING id',
    );
    await add(
      'webhooks: NOT events are in the feed of their institution once',
      'webhooks',
      `INSERT INTO events SELECT institution_id, sequence + 1000000, recorded_at, id, type, resource_id, aggregate_id, occurred_at,
         changed, actor_type, actor_id, request_id
       FROM (SELECT * FROM events WHERE type = 'user.created' LIMIT 1) AS e RETURNING id`,
    );
    planted['webhooks: NOT events have a place of their own in the feed, not behind its end'] =
      planted['webhooks: NOT events are in the feed of their institution once'] ?? '';
    await add(
      'directory: NOT events of directory in the feed are in its outbox, or older than it',
      'directory',
      `DELETE FROM outbox WHERE id = (SELECT id FROM outbox WHERE type LIKE '%.CourseCreated' LIMIT 1) RETURNING id`,
    );
    await run("UPDATE outbox SET published_at = published_at - interval '2 hours'", 'curricula');
    await add(
      'curricula: NOT published events of curricula are in the feed',
      'webhooks',
      `DELETE FROM events WHERE id = (SELECT id FROM events WHERE type = 'program.created' LIMIT 1) RETURNING id`,
    );
    const { code, stdout, stderr } = await runCli(['data', 'check'], { environment });
    expect([code, stderr]).toEqual([1, '']);
    const found = stdout
      .trimEnd()
      .split('\n')
      .filter((line) => !/^[a-z]+: .*: \d+ rows$/.test(line));
    for (const [line, broken] of Object.entries(planted))
      expect(
        found.filter((each) => each.startsWith(line) && each.includes(broken)),
        `${line}\n${stdout}`,
      ).toHaveLength(1);
    expect(found).toHaveLength(Object.keys(planted).length);

    const { json } = await runCli(['data', 'check', '--json'], { environment });
    expect(json).toContainEqual(
      expect.objectContaining({ service: 'timetracking', broken: 1, ids: [id], rows: expect.any(Number) }),
    );
  });
});
