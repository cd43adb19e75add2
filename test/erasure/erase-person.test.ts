import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { LogService } from '../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { plainMembersIn, rowsIn } from '../support/archive/archive-lines.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { importRecords } from '../support/import-records.ts';
import { query } from '../support/postgres/query.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import { importCourses, newUser } from '../support/test-directory.ts';
import { TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { acknowledgeHolidayWork } from '../support/timetracking/findings.ts';
import { until } from '../support/until.ts';
import { tablesWith } from './needles.ts';

const system = await TestSystem.start({ platform: 'own' });
const environment = {
  ...system.addresses,
  ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)])),
};
afterAll(() => system.stop());

const erase = (person: string, { id }: TestInstitution, ...more: readonly string[]) =>
  runCli(['people', 'erase', person, '--institution', id, ...more], { environment });

/** Where a text is found: the tables of all databases. */
async function foundIn(needle: string): Promise<string[]> {
  const found = await Promise.all(
    SERVICES.map(async (name) =>
      (await tablesWith(system.databases.url(name), needle)).map((each) => `${name}.${each}`),
    ),
  );
  return found.flat();
}

async function archivedUser({ client }: TestInstitution, body: object = {}) {
  const user = await newUser(client, body);
  const { status } = await client.patch(user.path, { isArchived: true }, { headers: { 'if-match': user.etag } });
  expect(status).toBe(200);
  return user;
}

const TIMES = { startTime: '2026-10-05T04:00:00Z', endTime: '2026-10-05T05:00:00Z' };

/** Corrects a time record as the console does, which asks why. */
async function correct(school: TestInstitution, id: string, userId: string, endTime: string, reason: string) {
  const { id: institutionId } = school;
  const actor = { kind: 'administrator', institutionId, userId, name: 'Ada', sessionId: userId } as const;
  const { log } = await system.call({ ...actor, roles: ['people'] })(LogService.method.updateLog, {
    ...{ id, reason, precondition: { any: true }, member: { identity: { case: 'userId', value: userId } } },
    ...{ log: { endTime: fromInstant(endTime) }, updateMask: { paths: ['end_time'] } },
  });
  return log?.endTime === fromInstant(endTime);
}
const fromInstant = (text: string) => new Date(text).toISOString();

type Fields = Readonly<Record<string, unknown>> | null;
const auditOf = (id: string) =>
  query<{ before: Fields; after: Fields; reason: string | null }>(
    system.databases.url('timetracking'),
    'SELECT fields_before AS before, fields_after AS after, reason FROM audit_log WHERE resource_id = $1 ORDER BY sequence',
    [id],
  );

describe('a person who is erased', () => {
  const NEEDLE = 'Xylophonist';
  const created = {
    email: 'xylophonist@school.example',
    name: `${NEEDLE} Whole`,
    firstName: NEEDLE,
    lastName: `${NEEDLE}son`,
    image: `https://img.example/${NEEDLE}.png`,
    code: `${NEEDLE}-1`,
  };
  let school: TestInstitution;
  let userId: string;
  let path: string;
  let other: { readonly id: string; readonly path: string };
  let appointment: { readonly id: string; readonly notes: string | null };
  let logId: string;
  let feedUrl: string;
  const key = 'creation-of-somebody';

  beforeAll(async () => {
    school = await system.newInstitution();
    const { client } = school;
    const answer = await client.post('/users', created, { headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(201);
    userId = answer.body.data.id;
    path = `/users/${userId}`;
    other = await newUser(client, { name: 'Neighbour', email: 'neighbour@school.example' });
    const [course] = await importCourses(school, [{}]);
    const made = await client.post('/appointments', {
      ...{ title: 'Rehearsal', dateTime: '2026-10-06T08:00:00.000Z', duration: 60, courseIds: [course?.layerId] },
      ...{ organizerIds: [userId], userIds: [userId], notes: `Bring what ${NEEDLE} needs` },
    });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    appointment = made.body.data;
    const log = await client.post('/time-tracking/logs', {
      ...{ userId, startTime: '2026-10-05T04:00:00Z', endTime: '2026-10-05T05:00:00Z', note: `${NEEDLE} was ill` },
    });
    expect(log.status).toBe(201);
    logId = log.body.data.id;
    expect(await acknowledgeHolidayWork(system, school, `${NEEDLE} has agreed`)).toBe(1);
    expect(await correct(school, logId, userId, '2026-10-05T04:45:00Z', `${NEEDLE} says so`)).toBe(true);
    expect(await acknowledgeHolidayWork(system, school, `${NEEDLE} has agreed`)).toBe(1);
    feedUrl = (await newCalendarFeed(client, { name: `${NEEDLE}’s days`, userId })).url;
    await importRecords(school.operator, 'users', [{ ref: 'mate', email: 'mate@school.example', name: 'Mate' }]);
    const sync = await TestSync.create(system, school);
    const { status } = await sync.send('PATCH', `/Users/${userId}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'externalId', value: `${NEEDLE}-external` }],
    });
    expect(status).toBe(200);
    await client.get('/users', { query: { email: created.email } });
    await client.get('/users', { query: { code: created.code } });
    await client.get(`/users/${NEEDLE}`);
    const now = await client.get(path);
    const archived = await client.patch(
      path,
      { isArchived: true },
      { headers: { 'if-match': now.headers.get('etag') ?? '' } },
    );
    expect(archived.status).toBe(200);
    await until('the records of the requests', async () => (await foundIn(NEEDLE)).includes('activity.request_chunks'));
  });

  it('is nowhere any more, and stays as a figure', async () => {
    const before = await foundIn(NEEDLE);
    // What is published names nobody, so the bus has nothing to forget.
    expect(before.filter((table) => table.endsWith('.outbox') || table.endsWith('.events'))).toEqual([]);
    expect(before).toEqual(
      expect.arrayContaining([
        'directory.users',
        'directory.idempotency_keys',
        'timetracking.time_records',
        'timetracking.finding_acknowledgements',
        'timetracking.idempotency_keys',
        'timetracking.audit_log',
        'scheduling.appointments',
        'scheduling.idempotency_keys',
        'identity.calendar_feeds',
        'identity.audit_log',
        'activity.request_chunks',
      ]),
    );
    const plan = await erase(created.email, school, '--json');
    expect(plan).toMatchObject({ code: 0, json: { userId, withHours: false } });
    expect(await foundIn(NEEDLE)).toContain('directory.users');
    const { client } = school;
    const done = await erase(created.email, school, '--yes', created.email, '--now', '--json');
    expect([done.code, done.stderr]).toEqual([0, '']);
    const { erasedAt } = done.json;
    expect(await foundIn(NEEDLE)).toEqual([]);

    const archive = join(await mkdtemp(join(tmpdir(), 'archive-')), 'after.tar');
    onTestFinished(() => rm(dirname(archive), { recursive: true }));
    expect(await runCli(['institutions', 'export', school.id, '--out', archive], { environment })).toMatchObject({
      code: 0,
    });
    const exported = JSON.stringify([...(await rowsIn(archive)), ...(await plainMembersIn(archive))]);
    expect(exported).toContain('Erased person');
    expect(exported.toLowerCase()).not.toContain(NEEDLE.toLowerCase());

    const { body } = await client.get(path);
    expect(body.data).toMatchObject({
      ...{ id: userId, email: `erased-${userId}@erased.invalid`, name: 'Erased person', erasedAt, isArchived: true },
      ...{ firstName: null, lastName: null, image: null, code: null },
    });
    const { data: events } = await until('the events', async () => {
      const { body: feed } = await client.get('/events', {
        query: { types: 'user.updated,log.updated', limit: '100' },
      });
      return feed.data.some(({ type }: { type: string }) => type === 'log.updated') ? feed : null;
    });
    const told = events.filter(({ changed }: { changed: string[] }) => changed.includes('erasedAt'));
    expect(told).toMatchObject([{ type: 'user.updated', resource: { id: userId }, actor: { type: 'operator' } }]);
    expect(told[0].changed.toSorted()).toEqual(
      ['code', 'email', 'erasedAt', 'firstName', 'image', 'lastName', 'name'].toSorted(),
    );
    const log = await client.get(`/time-tracking/logs/${logId}`, { query: { userId } });
    expect([log.status, log.body.data?.note]).toEqual([200, null]);
    // Hours stay as figures, what they were before as well; who has said why does not.
    const corrections = (await auditOf(logId)).filter(({ before, after }) => before?.endTime !== after?.endTime);
    expect(corrections.at(-1)).toMatchObject({
      ...{ before: { endTime: '2026-10-05T05:00:00+00:00' }, after: { endTime: '2026-10-05T04:45:00+00:00' } },
      reason: null,
    });
    const shown = await client.get(`/appointments/${appointment.id}`);
    expect(shown.body.data.title).toBe('Rehearsal');
    expect(JSON.stringify(shown.body.data)).toContain('Erased person');
    expect((await readFeed(feedUrl)).status).toBe(404);
    expect((await client.get(other.path)).body.data.name).toBe('Neighbour');
  });

  it('is answered for with what is left when the creation is repeated', async () => {
    const again = await school.client.post('/users', created, { headers: { 'idempotency-key': key } });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body.data).toMatchObject({ id: userId, name: 'Erased person' });
  });

  it('cannot be changed, brought back or taken for somebody else', async () => {
    const { client } = school;
    const { headers } = await client.get(path);
    const change = { headers: { 'if-match': headers.get('etag') ?? '' } };
    expect(await client.patch(path, { isArchived: false }, change)).toMatchObject({ status: 409 });
    const sync = await TestSync.create(system, school, 'Another');
    expect((await sync.send('GET', `/Users/${userId}`)).status).toBe(404);
    const placeholder = `erased-${userId}@erased.invalid`;
    expect(await client.post('/users', { email: placeholder, name: 'Me' })).toMatchObject({ status: 422 });
    expect((await client.get('/users', { query: { email: created.email } })).body.data).toEqual([]);
    const anew = await client.post('/users', { ...created, image: null });
    expect([anew.status, anew.body.data.id === userId]).toEqual([201, false]);
  });

  it('is erased once', async () => {
    const again = await erase(userId, school, '--yes', userId, '--now', '--json');
    expect(again).toMatchObject({ code: 0, json: { userId, erasedAt: expect.any(String) } });
  });
});

describe('people erase', () => {
  let school: TestInstitution;
  beforeAll(async () => {
    school = await system.newInstitution();
  });

  it('refuses an active person, one who is clocked in, an unknown one, and other words', async () => {
    const active = await newUser(school.client);
    expect(await erase(active.id, school, '--yes', active.id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('active'),
    });
    const start = await school.client.post('/time-tracking/sessions/start', { userId: active.id });
    expect(start.status).toBe(201);
    const { headers } = await school.client.get(active.path);
    await school.client.patch(
      active.path,
      { isArchived: true },
      { headers: { 'if-match': headers.get('etag') ?? '' } },
    );
    expect(await erase(active.id, school, '--yes', active.id)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('clocked in'),
    });
    expect(await erase('nobody@school.example', school)).toMatchObject({ code: 2 });
    const { id } = await archivedUser(school);
    expect(await erase(id, school, '--yes', 'yes')).toMatchObject({ code: 2 });
    expect(await erase(id, await system.newInstitution())).toMatchObject({ code: 2 });
  });

  it('plans, and takes back', async () => {
    const { id, path } = await archivedUser(school);
    const planned = await erase(id, school, '--yes', id, '--json');
    expect(planned).toMatchObject({ code: 0, json: { userId: id, dueAt: '2026-10-12T08:00:00.000Z' } });
    expect(await erase(id, school, '--take-back', '--json')).toMatchObject({ code: 0, json: { wasPlanned: true } });
    expect(await erase(id, school, '--take-back', '--json')).toMatchObject({ code: 0, json: { wasPlanned: false } });
    expect((await school.client.get(path)).body.data.erasedAt).toBeNull();
  });

  it('ends the plan of a person who comes back', async () => {
    const { id, path } = await archivedUser(school);
    expect(await erase(id, school, '--yes', id)).toMatchObject({ code: 0 });
    const { headers } = await school.client.get(path);
    await school.client.patch(path, { isArchived: false }, { headers: { 'if-match': headers.get('etag') ?? '' } });
    await until('the end of the plan', async () => {
      const taken = await erase(id, school, '--take-back', '--json');
      return taken.json.wasPlanned === false;
    });
  });

  it('erases with the hours, too', async () => {
    const { client } = school;
    const user = await newUser(client);
    const log = await client.post('/time-tracking/logs', {
      ...{ userId: user.id, ...TIMES },
    });
    expect(log.status).toBe(201);
    const elsewhere = await client.post('/time-tracking/logs', {
      ...{ userId: (await newUser(client)).id, startTime: '2026-10-02T04:00:00Z', endTime: '2026-10-02T05:00:00Z' },
    });
    const corrected = await correct(school, log.body.data.id, user.id, '2026-10-05T04:47:00Z', 'Said Quetzalcoatl');
    expect([corrected, await foundIn('Quetzalcoatl')]).toEqual([
      true,
      expect.arrayContaining(['timetracking.audit_log']),
    ]);
    const reason = `agreed with ${user.id}`;
    expect(await acknowledgeHolidayWork(system, school, reason)).toBe(1);
    expect(await foundIn(reason)).toEqual(['timetracking.finding_acknowledgements']);
    await client.patch(user.path, { isArchived: true }, { headers: { 'if-match': user.etag } });
    const done = await erase(user.id, school, '--yes', user.id, '--now', '--with-hours');
    expect([done.code, done.stderr]).toEqual([0, '']);
    await until('the event', async () => {
      const { body } = await client.get('/events');
      return body.data.some(({ type }: { type: string }) => type === 'log.deleted');
    });
    expect((await client.get(`/time-tracking/logs/${log.body.data.id}`, { query: { userId: user.id } })).status).toBe(
      404,
    );
    expect(await foundIn(reason)).toEqual([]);
    expect(await foundIn('Quetzalcoatl')).toEqual([]);
    const audited = await auditOf(log.body.data.id);
    expect(audited.length).toBe(3);
    expect(JSON.stringify(audited)).not.toMatch(/04:47|05:00|04:00/);
    expect(
      audited.every(({ after, before }) => [after, before].every((each) => !each || each.userId === user.id)),
    ).toBe(true);
    expect((await auditOf(elsewhere.body.data.id))[0]?.after?.endTime).toBe('2026-10-02T05:00:00+00:00');
  });
});
