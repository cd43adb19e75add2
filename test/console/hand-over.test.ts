import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemIds } from '../../platform/core/ids.ts';
import { AuditService } from '../../proto/gen/lyceum/directory/v1/audit_pb.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { download, type HandedOver, readHandOver } from '../support/console/handed-over.ts';
import { formOf } from '../support/console/read-page.ts';
import { newIntegration, record } from '../support/console/recorded.ts';
import { newReceiver } from '../support/console/webhooks.ts';
import { createAppointments } from '../support/create-appointments.ts';
import { query } from '../support/postgres/query.ts';
import { changeSettings, importCourses, importUsers } from '../support/test-directory.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { importGroups } from '../support/test-user-groups.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system, { name: 'OTHER admin' });
const { institution } = ada;
const { client, operator } = institution;
const visitor = await signedIn(system, ada);
await changeSettings(institution, { timeTrackingTimezone: 'Europe/Berlin' });

const ref = `OWN-ref-${randomUUID()}`;
const OWN = {
  ...{ email: `OWN-${randomUUID()}@example.org`, name: 'OWN name', firstName: 'OWN first', lastName: 'OWN last' },
  ...{ image: 'https://example.org/OWN.png', code: `OWN-${randomUUID()}` },
};
const [id = '', mallory = '', mate = ''] = await importUsers(institution, [
  { ref, ...OWN },
  ...['mallory', 'mate'].map((name) => ({
    ...{ ref: `OTHER-ref-${name}`, email: `OTHER-${name}@example.org`, name: `${name} Shared` },
    ...{ firstName: 'OTHER first', lastName: 'OTHER last', code: `OTHER-${name}`, image: 'https://example.org/OTHER' },
  })),
]);
await importGroups(institution, { ref: 'g', name: 'OWN group', members: [ref, 'OTHER-ref-mate'] });
await importGroups(institution, { ref: 'h', name: 'OTHER group', members: ['OTHER-ref-mate'] });
await query(system.databases.url('directory'), 'UPDATE users SET external_id = $1 WHERE id = $2', ['OWN-external', id]);

const of = async (handed: Promise<Response>): Promise<HandedOver> =>
  readHandOver(new Uint8Array(await (await handed).arrayBuffer()));
const handOver = (person = id) => of(download(system.consoleUrl, visitor, person));
const addLog = async (email: string, startTime: string, endTime: string, more: object = {}) => {
  const answer = await client.post('/time-tracking/logs', { email, startTime, endTime, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};

describe('the record', () => {
  it('has all that directory stores, with the groups', async () => {
    const { data, rows, files } = await handOver();
    expect(data.person).toEqual({
      ...{ id, ...OWN, isArchived: false, externalId: 'OWN-external', ref },
      ...{ createdAt: '2026-10-05T10:00:00+02:00', updatedAt: '2026-10-05T10:00:00+02:00' },
    });
    expect(data.groups).toEqual([{ id: expect.any(String), name: 'OWN group' }]);
    expect(data.institution).toMatchObject({ id: institution.id, timeZone: 'Europe/Berlin' });
    expect(rows('person.csv')).toEqual([
      Object.fromEntries(Object.entries(data.person).map(([name, value]) => [name, String(value)])),
    ]);
    for (const text of Object.values(OWN)) expect(files['index.html']).toContain(text);
    expect(Object.keys(files)).toEqual([
      ...['index.html', 'data.json', 'person.csv', 'groups.csv', 'appointments.csv', 'time-records.csv'],
      ...['late-records.csv', 'hours.csv', 'findings.csv', 'changes.csv', 'recipients.csv'],
      ...['webhook-endpoints.csv', 'calendar-feeds.csv'],
    ]);
  });

  it('of an archived person is handed over, too', async () => {
    const gone = (await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'Gone' })).body.data;
    await client.patch(`/users/${gone.id}`, { isArchived: true }, { ifMatch: '*' });
    expect((await handOver(gone.id)).data.person).toMatchObject({ name: 'Gone', isArchived: true });
  });

  it('of an erased person is 404', async () => {
    const erased = (await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'X' })).body.data;
    const url = system.databases.url('directory');
    await query(url, 'UPDATE users SET is_archived = true, erased_at = now() WHERE id = $1', [erased.id]);
    expect((await download(system.consoleUrl, visitor, erased.id)).status).toBe(404);
  });

  it('is safe in a spreadsheet and in the page', async () => {
    const name = '=HYPERLINK("https://evil.example")<script>alert(1)</script>';
    const hostile = (await client.post('/users', { email: `${randomUUID()}@example.org`, name })).body.data;
    const { rows, files, data } = await handOver(hostile.id);
    expect(rows('person.csv')[0]?.name).toBe(`'${name}`);
    expect(data.person.name).toBe(name);
    expect(files['index.html']).toContain('&lt;script&gt;');
    expect(files['index.html']).not.toContain('<script');
  });
});

describe('appointments', () => {
  it('are those that the person organizes or is invited to, with names and no notes of others', async () => {
    const [{ layerId = '' } = {}] = await importCourses(institution, [{ name: 'Course' }]);
    const groups = await client.get('/user-groups');
    const group = groups.body.data.find((each: { name: string }) => each.name === 'OWN group').id;
    const shared = { dateTime: '2026-10-24T23:30:00.000Z', duration: 180, courseIds: [layerId] };
    const [own, sharedOwn, invited, byGroup, strange] = await createAppointments(operator, [
      { ...shared, title: 'OWN title', notes: 'OWN appointment note', organizerIds: [id], userIds: [mallory] },
      { ...shared, title: 'Both', notes: 'OTHER note of both', organizerIds: [id, mallory], location: 'OWN place' },
      { ...shared, title: 'Invited', notes: 'OTHER note', organizerIds: [mallory], userIds: [id] },
      { ...shared, title: 'By group', notes: 'OTHER note', organizerIds: [mallory], userGroupIds: [group] },
      { ...shared, title: 'OTHER title', notes: 'OTHER note', organizerIds: [mallory], userIds: [mate] },
    ]);
    const { data, text } = await handOver();
    const found = new Map(data.appointments.map((each: { id: string }) => [each.id, each]));
    expect([...found.keys()].sort()).toEqual([own, sharedOwn, invited, byGroup].sort());
    expect(found.get(own)).toMatchObject({
      ...{ title: 'OWN title', notes: 'OWN appointment note', role: 'organizer' },
      ...{ organizers: ['OWN name'], participants: ['mallory Shared'] },
      // The clocks go back in between.
      ...{ start: '2026-10-25T01:30:00+02:00', end: '2026-10-25T03:30:00+01:00' },
    });
    expect(found.get(sharedOwn)).toMatchObject({ role: 'organizer', notes: null, location: 'OWN place' });
    expect(found.get(sharedOwn)).toMatchObject({ organizers: ['OWN name', 'mallory Shared'] });
    expect(found.get(invited)).toMatchObject({ role: 'invited', notes: null, participants: ['OWN name'] });
    expect(found.get(byGroup)).toMatchObject({ role: 'invited', organizers: ['mallory Shared'], participants: [] });
    expect(text).not.toContain(strange);
  });
});

describe('time records', () => {
  it('are all there with notes, pauses and sums, which are those of the API', async () => {
    const pauses = [{ startTime: '2026-03-28T22:00:00Z', endTime: '2026-03-28T22:00:30.500Z' }];
    await addLog(OWN.email, '2026-03-28T20:00:00Z', '2026-03-29T06:00:40.900Z', { note: 'OWN note', pauses });
    await addLog(OWN.email, '2026-09-30T20:00:00Z', '2026-10-01T03:00:40Z');
    await addLog(OWN.email, '2024-02-01T08:00:00Z', '2024-02-01T09:00:20Z');
    await addLog('OTHER-mallory@example.org', '2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z', { note: 'OTHER log' });
    expect((await client.post('/time-tracking/sessions/start', { email: OWN.email })).status).toBe(201);
    expect((await client.post('/time-tracking/timestamps', { email: OWN.email, label: 'OWN label' })).status).toBe(201);
    const { data, rows } = await handOver();
    expect(data.timeRecords.map(({ start }: { start: string }) => start)).toEqual([
      ...['2026-10-05T10:00:00+02:00', '2026-09-30T22:00:00+02:00'],
      ...['2026-03-28T21:00:00+01:00', '2024-02-01T09:00:00+01:00'],
    ]);
    expect(data.timeRecords[2]).toMatchObject({
      ...{ end: '2026-03-29T08:00:40.900+02:00', note: 'OWN note', source: 'api', status: 'closed' },
      pauses: ['2026-03-28T23:00:00+01:00/2026-03-28T23:00:30.500+01:00'],
    });
    expect(data.timeRecords[0]).toMatchObject({ end: null, status: 'open' });
    expect(data.timeRecords[0].timestamps).toEqual(['2026-10-05T10:00:00+02:00 OWN label']);
    expect(rows('time-records.csv').map(({ id }) => id)).toEqual(
      data.timeRecords.map((each: { id: string }) => each.id),
    );

    const months = new Map<string, unknown>();
    for (const year of [2024, 2025, 2026]) {
      const answer = await client.get(
        `/time-tracking/totals?userId=${id}&from=${year}-01-01&to=${year + 1}-01-01&by=month`,
      );
      for (const { start, logs, workedMinutes, pauseMinutes, autoClosed } of answer.body.data.periods)
        if (logs > 0) months.set(start, { logs, workedMinutes, pauseMinutes, autoClosed });
    }
    expect(months.size).toBe(4);
    const [total, ...rest] = data.hours.toReversed();
    expect(rest.length).toBe(4);
    for (const { from, ...month } of rest) expect(month).toMatchObject(months.get(from) as object);
    const seconds = rest.reduce((sum: number, each: { workedSeconds: number }) => sum + each.workedSeconds, 0);
    expect(total).toMatchObject({
      ...{ period: 'total', from: '2024-02-01', to: '2026-11-01', logs: 3, workedSeconds: seconds },
      workedMinutes: Math.floor(seconds / 60),
    });
    expect(rows('hours.csv').at(-1)).toMatchObject({ period: 'total', workedMinutes: String(total.workedMinutes) });
  });
});

describe('who changed it', () => {
  it('names integrations, and of people the kind alone', async () => {
    const { name, path } = { name: 'OWN last two', path: `/console/people/${id}` };
    expect((await visitor.submit(path, { ...OWN, lastName: name })).status).toBe(303);
    const log = await addLog(OWN.email, '2026-08-01T08:00:00Z', '2026-08-01T09:00:00Z');
    const form = `/console/time-records/${log.id}`;
    const correction = { ...formOf(await visitor.get(form)), end: '12:00', reason: 'OWN reason' };
    expect((await visitor.post(form, correction)).status).toBe(303);
    const { data, text } = await handOver();
    const of = (kind: string, resource: string) =>
      data.changes
        .filter((each: { kind: string; id: string }) => each.kind === kind && each.id === resource)
        .map((each: Record<string, string>) => [each.operation, each.change, each.actor, each.integration]);
    expect(of('user', id)).toContainEqual(['UpdateUser', 'changed', 'administrator', null]);
    expect(of('user', id)).toContainEqual(['Import', 'created', 'operator', null]);
    expect(of('user', id)).toContainEqual(['HandOverPerson', 'none', 'administrator', null]);
    expect(of('time_record', log.id)).toEqual([
      ['UpdateLog', 'changed', 'administrator', null],
      ['CreateLog', 'created', 'integration', 'test'],
    ]);
    expect(data.changes.find(({ operation }: { operation: string }) => operation === 'UpdateLog')).toMatchObject({
      ...{ before: '{"endTime":"2026-08-01T09:00:00+00:00"}', after: '{"endTime":"2026-08-01T10:00:00+00:00"}' },
      reason: 'OWN reason',
    });
    expect(data.changes.some(({ kind }: { kind: string }) => kind === 'appointment')).toBe(true);
    expect(text).not.toContain(ada.name);
    expect(data.changes.every(({ time }: { time: string }) => time.endsWith('+02:00'))).toBe(true);
  });
});

describe('who received it', () => {
  it('are integrations that asked for the person, and apart those that read lists', async () => {
    const [reader, lister, stranger] = [
      await newIntegration(institution, 'Reader'),
      await newIntegration(institution, 'Lister'),
      await newIntegration(institution, 'OTHER stranger'),
    ];
    const sync = await TestSync.create(system, institution, 'OWN sync');
    const MINUTE = 60_000;
    const asked = (integrationId: string, path: string, route: string, more: object = {}) => ({
      ...{ integrationId, path, route, ...more },
    });
    await record(system, institution, [
      asked(reader.id, `/api/v4/users/${id}`, '/api/v4/users/{id}', { ago: 3 * MINUTE }),
      asked(reader.id, `/api/v4/users?email=${encodeURIComponent(OWN.email.toUpperCase())}`, '/api/v4/users'),
      asked(reader.id, `/api/v4/time-tracking/logs?code=${OWN.code}`, '/api/v4/time-tracking/logs', { ago: MINUTE }),
      asked(lister.id, '/api/v4/users?limit=100', '/api/v4/users', { ago: 2 * MINUTE }),
      asked(lister.id, '/api/v4/user-groups/x/members', '/api/v4/user-groups/{id}/members'),
      asked(
        sync.integrationId,
        `/scim/v2/Users?filter=userName+eq+%22${encodeURIComponent(OWN.email)}%22`,
        '/scim/v2/Users',
      ),
      asked(stranger.id, `/api/v4/users/${mallory}`, '/api/v4/users/{id}'),
      asked(stranger.id, '/api/v4/users?email=OTHER-mallory@example.org', '/api/v4/users'),
      asked(stranger.id, `/api/v4/users/${id}`, '/api/v4/users/{id}', { status: 404 }),
      asked(stranger.id, '/api/v4/rooms', '/api/v4/rooms'),
    ]);
    const { data, text } = await handOver();
    const known = data.recipients.filter(({ integration }: { integration: string }) => integration !== 'test');
    const now = '2026-10-05T10:00:00+02:00';
    expect(known).toHaveLength(3);
    expect(known).toEqual(
      expect.arrayContaining([
        { integration: 'Reader', what: 'received', requests: 3, from: '2026-10-05T09:57:00+02:00', to: now },
        {
          ...{ integration: 'Lister', what: 'may have received', requests: 2 },
          ...{ from: '2026-10-05T09:58:00+02:00', to: now },
        },
        { integration: 'OWN sync', what: 'received', requests: 1, from: now, to: now },
      ]),
    );
    expect(text).not.toContain('OTHER stranger');
  });

  it('are webhook endpoints, by host and number of events', async () => {
    const { receiver } = await newReceiver(visitor, 'user.updated');
    await client.patch(`/users/${id}`, { lastName: 'OWN webhook' }, { ifMatch: '*' });
    await client.patch(`/users/${mate}`, { firstName: 'OTHER webhook' }, { ifMatch: '*' });
    await until('both events', () => receiver.requests.length === 2);
    const { host } = new URL(receiver.url);
    await until('the attempt', async () => {
      const [sent] = (await handOver()).data.webhookEndpoints;
      return sent?.host === host && sent.events === 1;
    });
    expect((await handOver()).text).not.toContain(receiver.url);
  });
});

describe('calendar feeds', () => {
  it('are those of the person, without their addresses', async () => {
    const created = await client.post('/calendar-feeds', { name: 'OWN feed', userId: id });
    expect(created.status, created.text).toBe(201);
    expect((await client.post('/calendar-feeds', { name: 'OTHER feed', userId: mallory })).status).toBe(201);
    const { url } = created.body.data;
    expect((await fetch(url)).status).toBe(200);
    const { data, text } = await handOver();
    expect(data.calendarFeeds).toMatchObject([{ name: 'OWN feed', createdAt: '2026-10-05T10:00:00+02:00' }]);
    expect(text).not.toContain(new URL(url).pathname.split('/').at(-1)?.replace('.ics', ''));
  });
});

describe('sign-ins', () => {
  it('are those of an administrator, of nobody else', async () => {
    const grace = await newAdministrator(system, { institution, name: 'Grace' });
    await signedIn(system, grace);
    await query(
      system.databases.url('identity'),
      `INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, revision)
       VALUES ($1, $2, $3, $4, '', 0, 'OWN passkey', now(), $2)`,
      [institution.id, randomUUID(), grace.userId, Buffer.from(grace.userId)],
    );
    const { rows, data } = await handOver(grace.userId);
    expect(data.passkeys).toMatchObject([{ name: 'OWN passkey', lastUsedAt: null }]);
    const time = '2026-10-05T10:00:00+02:00';
    expect(data.signIns).toMatchObject([{ time, method: 'link', address: expect.any(String) }]);
    expect(rows('sign-ins.csv')).toHaveLength(1);
    expect(data.changes.map(({ operation }: { operation: string }) => operation)).toContain('AddAdministrator');
    expect((await handOver()).data.signIns).toBeUndefined();
  });
});

describe('the language', () => {
  it('of the page is that of who asks for it, and the files for programs are as in English', async () => {
    const [english, german] = [await handOver(), await of(download(system.consoleUrl, visitor, id, 'de'))];
    const page = german.files['index.html'] ?? '';
    for (const text of [
      ...['<html lang="de">', '<h1>Daten von OWN name</h1>', 'Alle Zeiten gelten in der Zeitzone Europe/Berlin.'],
      ...['<th scope="col">Arbeitszeit in Minuten</th>', '<td>insgesamt</td><td>01.02.2024</td>', '<td>läuft</td>'],
      ...['29.03.2026 08:00:40,900 UTC+02:00</time>', '<span lang="en">UpdateUser</span>'],
    ])
      expect(page).toContain(text);
    expect(german.files['hours.csv']).toBe(english.files['hours.csv']);
    expect(german.data.timeRecords).toEqual(english.data.timeRecords);
    expect(page.replaceAll(/<style>.*<\/style>/gs, '')).not.toMatch(/None|Time records|administrator</);
  });
});

describe('the download', () => {
  it('is an attachment, and an operation on the user with the administrator in the audit', async () => {
    const { id: other } = (await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'X' })).body.data;
    const answer = await download(system.consoleUrl, visitor, other);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="person-${other}.zip"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await answer.arrayBuffer();
    const { records } = await operator(AuditService.method.listAuditRecords, { page: { size: 5 }, resourceId: other });
    expect(records).toMatchObject([
      {
        ...{ operation: 'lyceum.directory.v1.PersonService/HandOverPerson', resourceKind: 'user' },
        ...{ actorKind: 'administrator', actorId: ada.userId, actorName: ada.name },
      },
      { operation: 'lyceum.directory.v1.UserService/CreateUser' },
    ]);
    const page = await visitor.get(`/console/people/${other}`);
    expect(page.text).toContain(`href="/console/people/${other}/hand-over"`);
    expect(page.text).toContain('handed over the data');
  });

  it('changes nothing of the user, and makes no event', async () => {
    const { id: other } = (await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'X' })).body.data;
    const before = await client.get(`/users/${other}`);
    await handOver(other);
    const after = await client.get(`/users/${other}`);
    expect([after.body.data, after.headers.get('etag')]).toEqual([before.body.data, before.headers.get('etag')]);
    await client.patch(`/users/${other}`, { lastName: 'Y' }, { ifMatch: '*' });
    const types = async () =>
      (await client.get(`/events?resourceId=${other}`)).body.data.map(({ type }: { type: string }) => type);
    await until('the later event', async () => (await types()).includes('user.updated'));
    expect(await types()).toEqual(['user.created', 'user.updated']);
  });

  it('of somebody unknown, or of another institution, is 404, and nothing without a session', async () => {
    const stranger = await newAdministrator(system);
    for (const person of [systemIds.newId(), stranger.userId, 'x'])
      expect((await download(system.consoleUrl, visitor, person)).status).toBe(404);
    const theirs = await signedIn(system, stranger);
    expect((await download(system.consoleUrl, theirs, id)).status).toBe(404);
    const nobody = await fetch(`${system.consoleUrl}/console/people/${id}/hand-over`, { redirect: 'manual' });
    expect(nobody.status).toBe(303);
  });
});

it('nothing of other people is in it but their names in shared appointments', async () => {
  const { text } = await handOver();
  expect([...text.matchAll(/.*OTHER.*/g)].map(String)).toEqual([]);
  expect(text).not.toContain('mate Shared');
  expect(text).toContain('mallory Shared');
});

it('where nothing of the person’s own is, nothing of others is either', async () => {
  const { id: other } = (await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'New' })).body.data;
  const { data } = await handOver(other);
  expect(data.changes.map((each: { id: string }) => each.id)).toEqual([other, other]);
  expect([data.groups, data.appointments, data.timeRecords, data.hours]).toEqual([[], [], [], []]);
});
