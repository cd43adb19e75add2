import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { query } from '../support/postgres/query.ts';
import type { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start({ platform: 'own' });
const environment = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};
afterAll(() => system.stop());

const lyceum = (...args: string[]) => runCli(args, { environment });
const retention = (what: 'preview' | 'run', { id }: TestInstitution, ...more: string[]) =>
  lyceum('retention', what, '--institution', id, ...more, '--json');
const set = async ({ id }: TestInstitution, ...assignments: string[]) => {
  const { code, stderr } = await lyceum('institutions', 'set', id, ...assignments.map((each) => `retention.${each}`));
  expect([code, stderr]).toEqual([0, '']);
};
const hold = ({ id: person }: { readonly id: string }, { id }: TestInstitution, ...more: string[]) =>
  lyceum('people', 'hold', person, '--institution', id, ...more, '--json');

async function setArchived(client: TestClient, path: string, isArchived: boolean): Promise<void> {
  const { headers } = await client.get(path);
  const change = { headers: { 'if-match': headers.get('etag') ?? '' } };
  expect(await client.patch(path, { isArchived }, change)).toMatchObject({ status: 200 });
}

async function archivedUser({ client }: TestInstitution) {
  const user = await newUser(client);
  await setArchived(client, user.path, true);
  return user;
}

/** A log of a day, or of two minutes. */
async function newLog({ client }: TestInstitution, userId: string, day: string, noteOrEnd?: string): Promise<string> {
  const isDay = !day.includes('T');
  const times = isDay
    ? { startTime: `${day}T04:00:00Z`, endTime: `${day}T05:00:00Z`, ...(noteOrEnd && { note: noteOrEnd }) }
    : { startTime: `${day}:00Z`, endTime: `${noteOrEnd}:00Z` };
  const { status, body } = await client.post('/time-tracking/logs', { userId, ...times });
  expect(status).toBe(201);
  return body.data.id;
}

const isErased = async ({ client }: TestInstitution, { path }: { readonly path: string }) =>
  (await client.get(path)).body.data.erasedAt !== null;

const journal = async () =>
  (await readFile(system.journal, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('a run of retention', () => {
  let school: TestInstitution;
  let worker: { readonly id: string; readonly path: string };
  const logs: Record<string, string> = {};
  const gone = async (name: string, userId = worker.id) =>
    (await school.client.get(`/time-tracking/logs/${logs[name]}`, { query: { userId } })).status === 404;
  let people: Record<'due' | 'held' | 'clockedIn' | 'recent', Awaited<ReturnType<typeof newUser>>>;

  beforeAll(async () => {
    school = await system.newInstitution();
    worker = await newUser(school.client, { name: 'Busy Bee' });
    const clockedIn = await newUser(school.client, { name: 'Clocked In' });
    expect((await school.client.post('/time-tracking/sessions/start', { userId: clockedIn.id })).status).toBe(201);
    await setArchived(school.client, clockedIn.path, true);
    const held = await newUser(school.client, { name: 'Held' });
    logs.held = await newLog(school, held.id, '2025-11-04', 'Evidence');
    await setArchived(school.client, held.path, true);
    const due = await archivedUser(school);
    logs.old = await newLog(school, worker.id, '2025-11-05', 'Ancient');
    // Begins on a day that is old enough, and ends on the next one.
    logs.overnight = await newLog(school, worker.id, '2025-11-05T23:30', '2025-11-06T00:30');
    logs.noted = await newLog(school, worker.id, '2026-09-05', 'Ill');
    logs.young = await newLog(school, worker.id, '2026-10-04', 'Fine');
    expect(await hold(held, school, '--reason', 'A lawsuit')).toMatchObject({ code: 0, json: { wasPlanned: false } });
    system.clock.advance(31 * DAY_MS);
    people = { due, held, clockedIn, recent: await archivedUser(school) };
  });

  it('is off by default', async () => {
    const nothing = { on: '2026-11-05', people: 0, notes: 0, hours: 0, audit: 0 };
    expect(await retention('preview', school)).toMatchObject({ code: 0, json: nothing });
    expect(await retention('run', school)).toMatchObject({ code: 0, json: { ...nothing, left: [] } });
    expect(await isErased(school, people.due)).toBe(false);
  });

  it('takes what its preview counts, leaves the others and names them, and is in the journal', async () => {
    await set(school, 'people_months=1', 'notes_months=2', 'hours_years=1', 'audit_years=1');
    expect((await retention('preview', school, '--on', '2026-11-04')).json).toMatchObject({ people: 0, hours: 0 });
    const old = `INSERT INTO audit_log (institution_id, recorded_at, actor, operation, resource, resource_id, request_id)
      VALUES ($1, '2025-11-05T12:00:00Z', 'anonymous', 'x', 'user', gen_random_uuid(), 'r')`;
    await query(system.databases.url('directory'), old, [school.id]);
    const counts = { on: '2026-11-05', people: 1, notes: 2, hours: 1, audit: 1 };
    expect(await retention('preview', school)).toMatchObject({ code: 0, json: counts });

    const [run, twin] = await Promise.all([retention('run', school), retention('run', school)]);
    expect([run.stderr, run.code, twin.stderr, twin.code]).toEqual(['', 0, '', 0]);
    expect(run.json).toMatchObject({ on: '2026-11-05', people: 1 });
    expect(run.json.left.map(({ userId, reason }: Record<string, string>) => [userId, reason]).toSorted()).toEqual(
      [
        [people.held.id, 'held'],
        [people.clockedIn.id, 'clocked_in'],
      ].toSorted(),
    );
    expect(await Promise.all(Object.values(people).map((each) => isErased(school, each)))).toEqual([
      ...[true, false, false, false],
    ]);
    expect(await Promise.all(['old', 'overnight', 'noted', 'young'].map((name) => gone(name)))).toEqual([
      ...[true, false, false, false],
    ]);
    expect(await gone('held', people.held.id)).toBe(false);
    const notes = await Promise.all(
      ['noted', 'young'].map(async (name) => {
        const log = await school.client.get(`/time-tracking/logs/${logs[name]}`, { query: { userId: worker.id } });
        return log.body.data.note;
      }),
    );
    expect(notes).toEqual([null, 'Fine']);
    const left = await query(
      system.databases.url('directory'),
      `SELECT FROM audit_log WHERE institution_id = $1 AND recorded_at < '2026-01-01'`,
      [school.id],
    );
    expect(left).toEqual([]);

    const lines = (await journal()).filter(({ institutionId }) => institutionId === school.id);
    expect(lines.map(({ kind, userId }) => [kind, userId]).toSorted()).toEqual(
      [
        ['notes', null],
        ['hours', null],
        ['audit', null],
        ['person', people.due.id],
      ].toSorted(),
    );
    const events = await until('the events', async () => {
      const { body } = await school.client.get('/events', { query: { types: 'log.deleted,log.updated,user.updated' } });
      return body.data.some(({ changed }: { changed: string[] }) => changed?.includes('erasedAt')) && body.data;
    });
    const told = events.map(({ type, resource, actor }: Record<string, { id: string; type: string }>) => [
      ...[type, resource?.id, actor?.type],
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['log.deleted', logs.old, 'system'],
        ['log.updated', logs.noted, 'system'],
        ['user.updated', people.due.id, 'system'],
      ]),
    );
    expect(told.filter(([, id]: string[]) => id === logs.noted)).toHaveLength(1);
  });

  it('leaves in the audit log whose hours have gone, and not which', async () => {
    const audited = (id: string | undefined) =>
      query<{ fields: unknown }>(
        system.databases.url('timetracking'),
        'SELECT coalesce(fields_after, fields_before) AS fields FROM audit_log WHERE resource_id = $1 ORDER BY sequence',
        [id],
      );
    expect(await audited(logs.old)).toEqual(Array(3).fill({ fields: { userId: worker.id } }));
    expect(await audited(logs.young)).toMatchObject([{ fields: { startTime: '2026-10-04T04:00:00+00:00' } }]);
  });

  it('changes nothing when it is repeated', async () => {
    const before = (await journal()).length;
    expect(await retention('run', school)).toMatchObject({ code: 0, json: { people: 0, leftCount: 2 } });
    expect(await journal()).toHaveLength(before);
  });

  it('takes a person whose hold has ended, on the same day, and leaves one who comes back', async () => {
    expect(await hold(people.held, school, '--end')).toMatchObject({ code: 0, json: { wasHeld: true } });
    expect((await retention('run', school)).json).toMatchObject({ people: 1, hours: 1, leftCount: 1 });
    expect([await isErased(school, people.held), await gone('held', people.held.id)]).toEqual([true, true]);
    system.clock.advance(31 * DAY_MS);
    const back = people.recent;
    const [run] = await Promise.all([retention('run', school), setArchived(school.client, back.path, false)]);
    expect(run.code).toBe(0);
    const { erasedAt, isArchived } = (await school.client.get(back.path)).body.data;
    expect([erasedAt, isArchived]).toEqual([null, false]);
    await setArchived(school.client, back.path, true);
    expect((await retention('run', school)).json).toMatchObject({ people: 0 });
    expect(await isErased(school, back)).toBe(false);
  });

  it('erases a person, or lets them come back, never both', async () => {
    const other = await system.newInstitution();
    const all: Awaited<ReturnType<typeof newUser>>[] = [];
    for (let n = 0; n < 40; n++) all.push(await archivedUser(other));
    system.clock.advance(32 * DAY_MS);
    await set(other, 'people_months=1');
    const running = retention('run', other);
    await until('the first person', async () =>
      (await journal()).some(({ institutionId, userId }) => institutionId === other.id && userId !== null),
    );
    // The run goes by id: the last are asked for first.
    const answers = await Promise.all(
      all.toReversed().map(async ({ path }) => {
        const { status } = await other.client.patch(path, { isArchived: false }, { headers: { 'if-match': '*' } });
        return { path, status };
      }),
    );
    expect((await running).code).toBe(0);
    for (const { path, status } of answers) {
      const { erasedAt, isArchived, name } = (await other.client.get(path)).body.data;
      expect([status, erasedAt !== null, isArchived, name === 'Erased person']).toEqual(
        status === 200 ? [200, false, false, false] : [409, true, true, true],
      );
    }
  });

  it('begins by itself on the next day, and not in an institution that stands still', async () => {
    const other = await system.newInstitution();
    const person = await archivedUser(other);
    system.clock.advance(40 * DAY_MS);
    await set(other, 'people_months=1');
    expect(await lyceum('institutions', 'freeze', other.id)).toMatchObject({ code: 0 });
    system.clock.advance(DAY_MS);
    const witness = await system.newInstitution();
    await set(witness, 'people_months=1');
    expect(await retention('run', witness)).toMatchObject({ code: 0 });
    expect(await isErased(other, person)).toBe(false);
    expect(await lyceum('institutions', 'thaw', other.id)).toMatchObject({ code: 0 });
    await until('the erasure', () => isErased(other, person));
  });
});

describe('a hold', () => {
  let school: TestInstitution;
  const erase = ({ id }: { readonly id: string }, ...more: string[]) =>
    lyceum('people', 'erase', id, '--institution', school.id, ...more);
  beforeAll(async () => {
    school = await system.newInstitution();
  });

  it('needs a reason of 1 to 500 characters, and somebody', async () => {
    const person = await newUser(school.client);
    for (const reason of ['', ' ', 'x'.repeat(501)])
      expect(await hold(person, school, '--reason', reason)).toMatchObject({ code: 2 });
    expect(await hold(person, school)).toMatchObject({ code: 2 });
    expect(await hold(person, await system.newInstitution(), '--reason', 'x')).toMatchObject({ code: 2 });
    expect(await hold(person, school, '--reason', '🎻'.repeat(500))).toMatchObject({ code: 0 });
  });

  it('stops Erase: its plan, its confirmation and what is planned; and is audited', async () => {
    const person = await archivedUser(school);
    const lines = (await journal()).length;
    expect(await erase(person, '--yes', person.id)).toMatchObject({ code: 0 });
    expect(await hold(person, school, '--reason', 'x')).toMatchObject({ code: 0, json: { wasPlanned: true } });
    expect(await hold(person, school, '--reason', 'y')).toMatchObject({ code: 0, json: { wasPlanned: false } });
    for (const more of [[], ['--yes', person.id], ['--yes', person.id, '--now', '--with-hours']])
      expect(await erase(person, ...more)).toMatchObject({ code: 2, stderr: expect.stringContaining('on hold') });
    system.clock.advance(30 * DAY_MS);
    expect(await hold(person, school, '--end')).toMatchObject({ code: 0, json: { wasHeld: true } });
    expect(await hold(person, school, '--end')).toMatchObject({ code: 0, json: { wasHeld: false } });
    expect(await journal()).toHaveLength(lines);
    expect(await isErased(school, person)).toBe(false);
    const { records } = await school.operator(AuditService.method.listAuditRecords, {
      ...{ page: { size: 10 }, resourceKind: 'hold', resourceId: person.id },
    });
    expect(records.map(({ operation }) => operation.split('/')[1])).toEqual(['EndHold', 'HoldPerson', 'HoldPerson']);
    expect(await erase(person, '--yes', person.id, '--now')).toMatchObject({ code: 0 });
    expect(await hold(person, school, '--reason', 'x')).toMatchObject({ code: 2 });
  });
});

it('keeps the hours that a rule keeps when a person is erased with their hours', async () => {
  const school = await system.newInstitution();
  await set(school, 'keep_hours_years=2');
  for (const assignment of ['hours_years=1', 'hours_years=0', 'people_months=1.5', 'notes_months=-1'])
    expect(await lyceum('institutions', 'set', school.id, `retention.${assignment}`)).toMatchObject({ code: 2 });
  const person = await newUser(school.client);
  const today = Temporal.Instant.fromEpochMilliseconds(system.clock.now()).toZonedDateTimeISO('UTC').toPlainDate();
  const [old, kept] = [today.subtract({ years: 2 }), today.subtract({ years: 2 }).add({ days: 1 })];
  const logs = [await newLog(school, person.id, String(old)), await newLog(school, person.id, String(kept), 'Private')];
  await setArchived(school.client, person.path, true);
  const erase = (...more: string[]) =>
    lyceum('people', 'erase', person.id, '--institution', school.id, '--with-hours', '--json', ...more);
  expect((await erase()).json.hoursKeptFrom).toBe(`${kept}T00:00:00.000Z`);
  expect(await erase('--yes', person.id, '--now')).toMatchObject({ code: 0 });
  const answers = await Promise.all(
    logs.map((id) => school.client.get(`/time-tracking/logs/${id}`, { query: { userId: person.id } })),
  );
  expect(answers.map(({ status, body }) => [status, body.data?.note])).toEqual([
    [404, undefined],
    [200, null],
  ]);
});
