import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { SERVICES } from '../../../cli/service-names.ts';
import { type CliAnswer, runCli } from '../../../test/support/cli/run-cli.ts';
import { type CopyPlace, placeInFile, placeInSchema } from '../../../test/support/copy-places.ts';
import { Draws } from '../../../test/support/draws.ts';
import { KeptCopy } from '../../../test/support/kept-copy.ts';
import { beginWriting, killAtAnyMoment } from '../../../test/support/killed-copy.ts';
import { limit, limitedClient } from '../../../test/support/limited-client.ts';
import { importOneOfEachRecord } from '../../../test/support/one-of-each-record.ts';
import { Program } from '../../../test/support/process/program.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { TestSystem } from '../../../test/support/test-system.ts';
import { Timetable } from '../../../test/support/test-timetable.ts';
import { until } from '../../../test/support/until.ts';
import { Member, must } from '../../../test/time-tracking/member.ts';
import { runClient } from '../program.ts';

const system = await TestSystem.start({ platform: 'own' });
const folder = await mkdtemp(join(tmpdir(), 'lyceum-sync-'));
const operating = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});

let places = 0;
let place: CopyPlace;
beforeEach(() => {
  // Requests are counted by this clock, and the program waits by that of the machine.
  system.clock.set(new Date().toISOString());
});

const environmentOf = ({ clientId, clientSecret }: TestClient) => ({
  ...{ LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret },
});
const DATABASES = {
  SQLite: () => placeInFile(join(folder, `${++places}.db`)),
  PostgreSQL: () => placeInSchema(system.databases.url('webhooks'), `copy_${++places}`),
};
const inEach = it.each(Object.entries(DATABASES));
const rows = (sql: string) => place.rows(sql);
const sync = (client: TestClient, ...options: string[]): Promise<CliAnswer> =>
  runCli(['sync', '--to', place.to, ...options], { environment: environmentOf(client), run: runClient });

/** Every list is in the copy as the API shows it. */
async function expectCopied(client: TestClient): Promise<CliAnswer> {
  const checked = await sync(client, '--check');
  expect([checked.stdout.replaceAll(/: \d+ in the API, 0 different/g, ''), checked.code]).toEqual([LISTS, 0]);
  return checked;
}
const LISTS = 'users\nuser_groups\ncourses\nrooms\nlocations\ncurricula\nprograms\nappointments\nlogs\n';

inEach('%s: copies every kind of record whole, with columns, members and hours by day', async (_, make) => {
  place = make();
  const timetable = await Timetable.in(system);
  const { client } = timetable;
  await importOneOfEachRecord(timetable.institution);
  const member = await Member.create(client);
  const pauses = [{ startTime: '2026-10-05T20:00:00Z', endTime: '2026-10-05T20:30:30Z' }];
  must(201, await member.log('2026-10-05T18:00:00Z', '2026-10-06T01:00:00Z', { pauses }));
  expect(await sync(client)).toMatchObject({ code: 0, stdout: '' });
  const { stdout } = await expectCopied(client);
  for (const [, list, count] of stdout.matchAll(/^(\w+): (\d+)/gm))
    expect([list, (await rows(`SELECT id FROM ${list}`)).length]).toEqual([list, Number(count)]);

  const [user] = await rows(
    `SELECT name, email, code, is_archived, CAST(json AS TEXT) AS json FROM users WHERE id = '${member.userId}'`,
  );
  const { data } = (await client.get(`/users/${member.userId}`)).body;
  expect(user).toMatchObject({ name: data.name, email: data.email, code: data.code });
  expect([0, false]).toContain(user?.is_archived);
  expect(JSON.parse(String(user?.json))).toEqual(data);
  const query = { userId: member.userId, from: '2026-10-05', to: '2026-10-08' };
  const hours = async () => {
    const { periods } = (await client.get('/time-tracking/totals', { query })).body.data;
    const days: (typeof periods)[] = periods.filter(({ logs }: { logs: number }) => logs > 0);
    return days.map((each) => [each.start, each.workedMinutes, each.pauseMinutes]);
  };
  const copied = () => rows(`SELECT * FROM hours_by_day WHERE email = '${member.email}' ORDER BY day`);
  const counted = async () => (await copied()).map((each) => [each.day, each.worked_minutes, each.pause_minutes]);
  const before = await hours();
  expect(await counted()).toEqual(before);
  const zone = ['institutions', 'set', timetable.institution.id, 'time_tracking_timezone=Asia/Tokyo'];
  expect((await runCli(zone, { environment: operating })).code).toBe(0);
  await until('other days', async () => {
    await sync(client);
    return JSON.stringify(await counted()) !== JSON.stringify(before);
  });
  expect(await counted()).toEqual(await hours());
  const choir = timetable.id('userGroups/choir');
  const members = await rows(`SELECT user_id FROM user_group_members WHERE user_group_id = '${choir}'`);
  expect(members).toHaveLength((await client.walk(`/user-groups/${choir}/members`)).length);
  await place.check();
});

inEach('%s: takes changes, deletions and erasures, also where records show others', async (_, make) => {
  place = make();
  const timetable = await Timetable.in(system);
  const { client } = timetable;
  const { id, data } = await newUser(client, { name: 'Greta Garbo' });
  await timetable.create({ userIds: [id] });
  const gone = await timetable.create();
  await sync(client);
  expect(await place.holds('Greta Garbo')).toBe(true);
  must(204, await timetable.delete(gone));
  must(200, await client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' }));
  const erased = [
    'people',
    'erase',
    data.email,
    '--institution',
    timetable.institution.id,
    '--yes',
    data.email,
    '--now',
  ];
  expect((await runCli(erased, { environment: operating })).code).toBe(0);
  await until(
    'the erasure in the copy',
    async () => {
      await sync(client);
      return (await rows(`SELECT * FROM users WHERE id = '${id}' AND erased_at IS NOT NULL`)).length > 0;
    },
    120_000,
  );
  await expectCopied(client);
  expect(await rows(`SELECT id FROM appointments WHERE id = '${gone.id}'`)).toEqual([]);
  expect(await place.holds('Greta Garbo')).toBe(false);
});

inEach('%s: is kept by one process at a time, of one institution, and names what differs', async (_, make) => {
  place = make();
  const { client } = await system.newInstitution();
  const { id } = await newUser(client);
  const follower = Program.node('clients/cli/main.ts', ['sync', '--to', place.to, '--follow'], {
    env: environmentOf(client),
  });
  await until('the copy', async () => follower.stderr.includes('logs: 0'), 120_000);
  expect(await sync(client)).toMatchObject({ code: 1, stderr: 'error: Another process keeps this copy.\n' });
  const { id: later } = await newUser(client);
  await until('the later user', async () => (await rows(`SELECT id FROM users WHERE id = '${later}'`)).length > 0);
  await expectCopied(client);
  follower.kill('SIGKILL');
  await follower.exited;

  const stranger = (await system.newInstitution()).client;
  expect(await sync(stranger)).toMatchObject({ code: 2, stderr: expect.stringContaining('of another institution') });
  await place.change(`UPDATE users SET json = '{"id":"${id}"}' WHERE id = '${id}'`);
  await place.change(`DELETE FROM users WHERE id = '${later}'`);
  const { code, stdout } = await sync(client, '--check');
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^users: 2 in the API, 2 different\n/)]);
  for (const line of [`  ${id}: other in the copy\n`, `  ${later}: not in the copy\n`]) expect(stdout).toContain(line);
  // What a check has found is read again.
  await expectCopied(client);

  // What a release before this one has made lacks columns; what a later one makes is not touched.
  await place.change("ALTER TABLE users DROP COLUMN erased_at; UPDATE _sync SET value = '4.2' WHERE name = 'release'");
  expect((await sync(client)).code).toBe(0);
  await expectCopied(client);
  expect(await rows('SELECT erased_at FROM users')).toHaveLength(2);
  for (const [format, release] of [
    ['9', 'A later release'],
    ['1', 'An earlier release'],
  ] as const) {
    await place.change(place.ofFormat(format));
    expect(await sync(client)).toMatchObject({ code: 2, stderr: expect.stringContaining(release) });
  }
});

inEach('%s: refuses what is no copy, and leaves it as it is', async (_, make) => {
  place = make();
  await place.change("CREATE TABLE users (id TEXT); INSERT INTO users VALUES ('mine')");
  const { client } = await system.newInstitution();
  expect(await sync(client)).toMatchObject({ code: 2, stderr: expect.stringContaining('tables of something else') });
  expect(await rows('SELECT * FROM users')).toEqual([{ id: 'mine' }]);
});

inEach('%s: reads all again when the feed is too short, and what it may read only now', async (_, make) => {
  place = make();
  const timetable = await Timetable.in(system);
  const client = await limitedClient(system, timetable.institution, { access: 'read', areas: ['users', 'events'] });
  const first = await sync(client);
  expect(first.stderr).toMatch(/^appointments are not copied: /m);
  await limit(timetable.institution, client, { access: 'read' });
  expect((await sync(client)).stderr).toMatch(/^appointments: \d+$/m);
  await place.change(`
    UPDATE _sync SET value = 'expired' WHERE name = 'feed';
    INSERT INTO users (id, json, _walk) VALUES ('none', '{"id":"none"}', 1)`);
  expect((await sync(client)).stderr).toMatch(/^The feed does not go back.*^users: \d+$/ms);
  await expectCopied(client);
});

inEach('%s: equals the API after each kill at any moment, while others write', async (_, make) => {
  place = make();
  const timetable = await Timetable.in(system);
  const draws = Draws.of(process.env.SEED ?? 'sync');
  const endWriting = await beginWriting({ system, timetable, draws, writers: 4, people: 120, restMs: 300 });
  // Each minute has its number of requests.
  const clock = setInterval(() => system.clock.set(new Date().toISOString()), 50);
  const reader = await system.newClient(timetable.institution.id);
  const copy = new KeptCopy(place, reader, () => system.url);
  for (let kill = 0; kill < 10; kill++) await killAtAnyMoment(copy, draws);
  await endWriting();
  clearInterval(clock);
  await place.check();
  await expectCopied(reader);
});
