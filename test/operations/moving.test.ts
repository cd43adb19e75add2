import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { TEST_OPERATOR_TOKEN } from '../support/calls/test-identities.ts';
import { TEST_SECRET_KEYS } from '../support/calls/test-secret-keys.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { Traffic } from '../support/moving/traveller.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { Program } from '../support/process/program.ts';
import { mentionsOf, rowsOfInstitution } from '../support/standstill/rows-of-institution.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { extensionsOf, refusal } from '../support/test-messages.ts';
import { TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import { must } from '../time-tracking/member.ts';

const here = await TestSystem.start({ platform: 'own' });
const there = await TestSystem.start({ platform: 'own' });
const environmentOf = ({ addresses, databases, journal }: TestSystem): Record<string, string> => ({
  ...addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, databases.url(name)])),
  ...{ WEBHOOKS_SECRET_KEYS: TEST_SECRET_KEYS, IDENTITY_SECRET_KEYS: TEST_SECRET_KEYS, ERASURE_JOURNAL: journal },
});
const environment = environmentOf(here);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-'));
  const lines = Object.entries(environmentOf(there)).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, 'there.env'), lines.join(''));
});
afterAll(async () => {
  await here.stop();
  await there.stop();
  await rm(folder, { recursive: true });
});

const argsOf = ({ id }: { readonly id: string }, ...more: string[]) => [
  ...['institutions', 'move', id, '--to', there.url, '--target', join(folder, 'there.env')],
  ...['--archive', join(folder, `${id}.tar`), ...more],
];
const move = async (school: { readonly id: string }, ...more: string[]) => {
  const answer = await runCli(argsOf(school, ...more), { environment });
  expect([answer.code, answer.stderr]).toEqual([0, '']);
  return answer.stdout;
};
const stateAt = async (system: TestSystem, id: string): Promise<string | undefined> => {
  const { json } = await runCli(['institutions', 'list', '--json'], { environment: environmentOf(system) });
  return json.find((each: { id: string }) => each.id === id)?.state;
};
/** Kills the command when it has printed a step. */
const killedAfter = async (school: TestInstitution, step: string): Promise<void> => {
  const env = { ...environment, LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN };
  const program = Program.node('cli/main.ts', argsOf(school), { env });
  await program.waitForOutput(new RegExp(`^${step}`, 'm'));
  program.child.kill('SIGKILL');
  await program.exited;
};
const writersOf = ({ id }: TestInstitution, count: number) =>
  Promise.all(Array.from({ length: count }, () => here.newClient(id)));
const STEPS = ['freeze', 'export', 'import', 'verify', 'route', 'thaw', 'close'];

describe('a move', () => {
  it('loses nothing and doubles nothing, whoever writes, reads the feed, receives webhooks and subscribes', async () => {
    const school = await here.newInstitution();
    const neighbour = await here.newInstitution();
    await Promise.all([school, neighbour].map(importOneOfEachRecord));
    const sync = await TestSync.create(here, school);
    const user = await newUser(school.client);
    const path = `/users/${user.id}`;
    const etag = (await school.client.get(path)).headers.get('etag') ?? '';
    const calendar = await newCalendarFeed(school.client, { userId: user.id });
    const receiver = await TestReceiver.start();
    onTestFinished(() => receiver.end());
    must(201, await school.client.post('/webhook-endpoints', { url: receiver.url }));
    // A freeze returns when nothing of what was begun is under way any more.
    for (const step of ['freeze', 'thaw'])
      expect(await runCli(['institutions', step, neighbour.id], { environment })).toMatchObject({ code: 0 });
    const others = await rowsOfInstitution(here.databases, neighbour.id);
    const traffic = new Traffic(school.client, await writersOf(school, 12));
    await until('some writes', async () => traffic.created.size > 30);

    const steps = (await move(school)).trim().split('\n');
    expect(steps.map((line) => line.split(' ')[0])).toEqual([...STEPS, expect.any(String)]);
    const before = traffic.created.size;
    await until('some writes there', async () => traffic.created.size > before + 30);
    await traffic.end();

    const client = school.client.at(there.url);
    const users = (await client.walk('/users', { limit: '100' })) as { id: string; email: string }[];
    const found = users.filter(({ email }) => traffic.created.has(email));
    expect(new Map(found.map(({ id, email }) => [email, id]))).toEqual(traffic.created);
    const created = traffic.seen.filter(({ type }) => type === 'user.created').map(({ resource }) => resource.id);
    expect(created.filter((id) => found.some((each) => each.id === id)).toSorted()).toEqual(
      [...traffic.created.values()].toSorted(),
    );
    const sequences = traffic.seen.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    const received = () =>
      new Set(receiver.requests.map(({ body }) => JSON.parse(body)).map(({ resource }) => resource?.id));
    await until('all deliveries', async () => [...traffic.created.values()].every((id) => received().has(id)));

    const moved = await school.client.get(`${path}?fields=id`);
    expect([refusal(moved), extensionsOf(moved), moved.headers.get('location')]).toEqual([
      '421 institution_moved',
      { baseUrl: there.url },
      `${there.url}/api/v4${path}?fields=id`,
    ]);
    expect(refusal(await new TestClient(here.url, school.client.clientId, 'wrong').get(path))).toBe('401 unauthorized');
    expect((await sync.send('GET', '/Users')).body).toMatchObject({ status: '421' });
    const redirected = await fetch(calendar.url, { redirect: 'manual' });
    const address = `${there.url}${new URL(calendar.url).pathname}`;
    expect([redirected.status, redirected.headers.get('location')]).toEqual([308, address]);
    expect((await readFeed(calendar.url)).text).toContain('BEGIN:VCALENDAR');
    expect((await client.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);

    expect([await stateAt(here, school.id), await stateAt(there, school.id)]).toEqual(['moved', 'open']);
    expect(await runCli(['institutions', 'reopen', school.id], { environment })).toMatchObject({ code: 2 });
    expect(await move(school)).toContain('before');
    expect((await runCli(argsOf(school, '--back'), { environment })).code).toBe(2);
    expect(await rowsOfInstitution(here.databases, neighbour.id)).toEqual(others);
    expect(await mentionsOf(there.databases, neighbour.id)).toEqual([]);
  });

  it('goes on where it was killed, after each step', async () => {
    const school = await here.newInstitution();
    await importOneOfEachRecord(school);
    const traffic = new Traffic(school.client, await writersOf(school, 2));
    for (const step of STEPS) await killedAfter(school, step);
    await move(school);
    await traffic.end();
    const users = await school.client.at(there.url).walk('/users', { limit: '100' });
    const ids = new Set(users.map(({ id }) => id));
    expect([...traffic.created.values()].filter((id) => !ids.has(id))).toEqual([]);
    expect([await stateAt(here, school.id), await stateAt(there, school.id)]).toEqual(['moved', 'open']);
  });

  it.each(['import', 'route'])('goes back after %s, and can be begun again', async (step) => {
    const school = await here.newInstitution();
    await importOneOfEachRecord(school);
    await killedAfter(school, step);
    expect(refusal(await school.client.post('/users', {}))).toMatch(/503 institution_frozen|421|422/);
    await move(school, '--back');
    const user = await newUser(school.client);
    expect([await stateAt(here, school.id), await stateAt(there, school.id)]).toEqual(['open', undefined]);
    expect(await move(school, '--back')).toContain('is not moving');
    await move(school);
    expect((await school.client.at(there.url).get(`/users/${user.id}`)).status).toBe(200);
  });

  it('begins anew if its freeze has ended meanwhile', async () => {
    const school = await here.newInstitution();
    await importOneOfEachRecord(school);
    await killedAfter(school, 'import');
    await runCli(['institutions', 'thaw', school.id], { environment });
    const user = await newUser(school.client);
    await move(school);
    expect((await school.client.at(there.url).get(`/users/${user.id}`)).status).toBe(200);
  });

  it('refuses an address, and an environment, that cannot be used, and changes nothing', async () => {
    const school = await here.newInstitution();
    const [target, none] = [join(folder, 'there.env'), join(folder, 'none.env')];
    for (const [to, file] of [
      ['b.example', target],
      ['https://b.example?x=1', target],
      [there.url, none],
    ] as const) {
      const answer = await runCli(['institutions', 'move', school.id, '--to', to, '--target', file], { environment });
      expect(answer.code).toBe(2);
    }
    const foreign = { ...environment, CURSOR_KEYS: `here:${'a'.repeat(43)}` };
    await writeFile(none, `${await readFile(target, 'utf8')}CURSOR_KEYS=there:${'b'.repeat(43)}\n`);
    const args = ['institutions', 'move', school.id, '--to', there.url, '--target', none];
    const answer = await runCli(args, { environment: foreign });
    expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining('lacks keys of here: here.')]);
    expect(await stateAt(here, school.id)).toBe('open');
  });
});
