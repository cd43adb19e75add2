import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { placeInFile } from '../support/copy-places.ts';
import { Draws } from '../support/draws.ts';
import { KeptCopy } from '../support/kept-copy.ts';
import { beginWriting, killAtAnyMoment } from '../support/killed-copy.ts';
import { limit, limitedClient } from '../support/limited-client.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import type { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const system = await TestSystem.start({ platform: 'own' });
const folder = await mkdtemp(join(tmpdir(), 'lyceum-python-sync-'));
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true });
});
// Requests are counted by this clock, and the programs wait by that of the machine.
const passTime = () => system.clock.set(new Date().toISOString());
beforeEach(passTime);

let files = 0;
const copyFor = (client: TestClient, place = placeInFile(join(folder, `${++files}.db`))) =>
  new KeptCopy(place, client, () => system.url);

/** Both programs find in the copy what the API has. */
async function expectCopied(copy: KeptCopy): Promise<void> {
  const { code, stdout, stderr } = await copy.syncInPython('--check');
  expect([stdout.replaceAll(/: \d+ in the API, 0 different/g, ''), code], stderr).toEqual([LISTS, 0]);
  expect(await copy.differences()).toEqual([]);
}
const failed = (words: RegExp) => ({ code: 2, stderr: expect.stringMatching(words) });
const LISTS = 'users\nuser_groups\ncourses\nrooms\nlocations\ncurricula\nprograms\nappointments\nlogs\n';

/** All that is in the file, but for the place in the feed. */
async function contents(copy: KeptCopy): Promise<unknown[]> {
  const schema = await copy.rows('SELECT type, name, sql FROM sqlite_schema ORDER BY name');
  const tables = schema.filter(({ type }) => type === 'table' || type === 'view').map(({ name }) => String(name));
  const rows = tables.map(async (name) => {
    const texts = (await copy.rows(`SELECT * FROM ${name}`)).map((row) => JSON.stringify(row));
    return [name, texts.sort().filter((row) => !row.startsWith('{"name":"feed"'))];
  });
  return [schema, await Promise.all(rows), await copy.rows('PRAGMA user_version')];
}

describe.skipIf(!hasPython)(`the copy in Python${hasPython ? '' : ': NOT TESTED, this machine has no python3'}`, () => {
  it('is what the TypeScript command makes, and each goes on with the file of the other', async () => {
    const timetable = await Timetable.in(system);
    const { client } = timetable;
    await importOneOfEachRecord(timetable.institution);
    const member = await Member.create(client);
    const pauses = [{ startTime: '2026-10-05T20:00:00Z', endTime: '2026-10-05T23:30:30Z' }];
    must(201, await member.log('2026-10-05T18:00:00Z', '2026-10-07T01:00:00Z', { pauses }));
    await timetable.create({ userIds: [member.userId] });
    const [python, typescript] = [copyFor(client), copyFor(client)];
    expect(await python.syncInPython('--once')).toMatchObject({ code: 0, stdout: '' });
    expect(await typescript.sync()).toMatchObject({ code: 0 });
    expect(await contents(python)).toEqual(await contents(typescript));
    expect((await python.rows('SELECT day FROM hours_by_day')).length).toBeGreaterThan(1);
    await python.place.check();
    await newUser(client);
    expect(await python.sync()).toMatchObject({ code: 0, stderr: '' });
    expect(await typescript.syncInPython()).toMatchObject({ code: 0, stderr: '' });
    for (const copy of [python, typescript]) await expectCopied(copy);
  });

  it('is kept by one process at a time, of one institution, and names what differs', async () => {
    const { client } = await system.newInstitution();
    const copy = copyFor(client);
    const { id } = await newUser(client);
    const follower = copy.startInPython('--follow');
    await until('the copy', async () => follower.stderr.includes('logs: 0'), 120_000);
    const refusal = { code: 1, stderr: 'error: Another process keeps this copy.\n' };
    expect([await copy.sync(), await copy.syncInPython()]).toMatchObject([refusal, refusal]);
    const { id: later } = await newUser(client);
    await until('the later user', async () => (await copy.records('users')).has(later));
    expect(await copy.syncInPython('--check')).toMatchObject({ code: 0 });
    follower.kill('SIGINT');
    expect([await follower.exited, follower.stderr]).toMatchObject([
      { code: 130 },
      expect.stringMatching(/^Interrupted\. .*\n$/m),
    ]);

    const stranger = copyFor((await system.newInstitution()).client, copy.place);
    expect(await stranger.syncInPython()).toMatchObject(failed(/^error: .* another institution\..*\n$/));
    await copy.place.change(`UPDATE users SET json = json_set(json, '$.isArchived', 0) WHERE id = '${id}'`);
    await copy.place.change(`DELETE FROM users WHERE id = '${later}'`);
    const { code, stdout } = await copy.syncInPython('--check');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^users: 2 in the API, 2 different\n/)]);
    for (const line of [`  ${id}: other in the copy\n`, `  ${later}: not in the copy\n`])
      expect(stdout).toContain(line);
    // What a check has found is read again.
    await expectCopied(copy);

    await copy.place.change(
      "ALTER TABLE users DROP COLUMN erased_at; UPDATE _sync SET value = '4.2' WHERE name = 'release'",
    );
    expect(await copy.syncInPython('--check')).toMatchObject({ code: 0, stderr: expect.stringMatching(/^users: 2$/m) });
    expect(await copy.rows('SELECT erased_at FROM users')).toHaveLength(2);
    for (const [format, words] of [
      ['9', /^error: A later release .*\n$/],
      ['1', /^error: An earlier release .*\n$/],
    ] as const) {
      await copy.place.change(copy.place.ofFormat(format));
      expect(await copy.syncInPython()).toMatchObject(failed(words));
    }
    await copy.place.change('DROP TABLE _sync');
    expect(await copy.syncInPython()).toMatchObject(failed(/^error: There are tables of something .*\n$/));
    expect(await copyFor(client, placeInFile(folder)).syncInPython()).toMatchObject(failed(/^error: .*\n$/));
    expect(await copy.syncInPython('--daily')).toMatchObject(failed(/^usage: /m));
  });

  it('reads all again when the feed does not go back as far, and what it may not read once it may', async () => {
    const timetable = await Timetable.in(system);
    const client = await limitedClient(system, timetable.institution, { access: 'read', areas: ['users', 'events'] });
    const copy = copyFor(client);
    expect((await copy.syncInPython()).stderr).toMatch(/^appointments are not copied: /m);
    await limit(timetable.institution, client, { access: 'read' });
    expect((await copy.syncInPython()).stderr).toMatch(/^appointments: \d+$/m);
    await copy.place.change(`UPDATE _sync SET value = 'expired' WHERE name = 'feed'`);
    await copy.place.change(`INSERT INTO users (id, json, _walk) VALUES ('none', '{"id":"none"}', 1)`);
    expect((await copy.syncInPython()).stderr).toMatch(/^The feed does not go back.*^users: \d+$/ms);
    await expectCopied(copy);
  });

  it('equals the API after each kill at any moment, while others write and a person is erased', async () => {
    const timetable = await Timetable.in(system);
    const { client, institution } = timetable;
    const draws = Draws.of(process.env.SEED ?? 'python-sync');
    const reader = await system.newClient(institution.id);
    const { id, data } = await newUser(client, { name: 'Greta Garbo' });
    await timetable.create({ userIds: [id] });
    const copy = copyFor(reader);
    await copy.syncInPython();
    expect(await copy.place.holds('Greta Garbo')).toBe(true);
    must(200, await client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' }));
    const operating = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]);
    const erase = ['people', 'erase', data.email, '--institution', institution.id, '--yes', data.email, '--now'];
    const environment = { ...system.addresses, ...Object.fromEntries(operating) };
    expect((await runCli(erase, { environment })).code).toBe(0);

    const endWriting = await beginWriting({ system, timetable, draws, writers: 2, people: 20, restMs: 200 });
    const clock = setInterval(passTime, 50);
    for (let kill = 0; kill < 6; kill++) await killAtAnyMoment(copy, draws, () => copy.startInPython('--follow'));
    await endWriting();
    clearInterval(clock);
    const isErased = async () => {
      await copy.syncInPython();
      return (await copy.rows(`SELECT id FROM users WHERE id = '${id}' AND erased_at IS NOT NULL`)).length > 0;
    };
    await until('the erasure in the copy', isErased, 120_000);
    await expectCopied(copy);
    await copy.place.check();
    expect(await copy.place.holds('Greta Garbo')).toBe(false);
  });
});
