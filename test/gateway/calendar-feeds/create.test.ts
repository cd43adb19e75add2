import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importRecords } from '../../support/import-records.ts';
import { query } from '../../support/postgres/query.ts';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import { startTimetables } from '../../support/test-timetable.ts';

/** The resource; its addresses have tests of their own. */
const { system, school, other } = await startTimetables({ platform: 'own' });
afterAll(() => system.stop());

const PATH = '/calendar-feeds';
const none = { courseId: null, roomId: null, organizerId: null, userId: null };

const calendars: readonly [name: string, record: string][] = [
  ['courseId', 'courses/algebra'],
  ['roomId', 'rooms/hall'],
  ['organizerId', 'users/ben'],
  ['userId', 'users/cleo'],
];

describe('POST /calendar-feeds', () => {
  it.each(calendars)('201: by %s, with an address that no read shows', async (name, record) => {
    const id = school.id(record);
    const { data, url, token, path, etag } = await newCalendarFeed(school.client, { name: 'Ä; B', [name]: id });
    expect(url).toBe(`${new URL(url).origin}/api/v4/calendars/${token}.ics`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { timestamp: createdAt } = (await school.get(path)).body.meta;
    expect(data).toEqual({ id: data.id, name: 'Ä; B', ...none, [name]: id, createdAt });
    expect(Object.keys(data)).toEqual(['id', 'name', 'courseId', 'roomId', 'organizerId', 'userId', 'createdAt']);
    const read = await school.get(path);
    expect([read.status, read.body.data]).toEqual([200, data]);
    expect(read.headers.get('etag')?.split('.')[0]).toBe(etag.split('.')[0]);
    expect((await school.get(path, { fields: 'name,id' })).body.data).toEqual({ id: data.id, name: 'Ä; B' });
  });

  it('201: each token is unique, and stored as a hash', async () => {
    const body = { courseId: school.id('courses/algebra') };
    const feeds = [await newCalendarFeed(school.client, body), await newCalendarFeed(school.client, body)];
    expect(new Set(feeds.map(({ token }) => token)).size).toBe(2);
    const rows = await query<{ hash: Buffer }>(
      system.databases.url('identity'),
      'SELECT token_hash AS hash FROM calendar_feeds WHERE id = ANY($1) ORDER BY created_at, id',
      [feeds.map(({ data }) => data.id)],
    );
    const hashes = feeds.map(({ token }) => createHash('sha256').update(token).digest('hex'));
    expect(rows.map(({ hash }) => hash.toString('hex')).sort()).toEqual(hashes.sort());
  });

  it('201: a replay shows the feed and no address, also when what it is of was archived meanwhile', async () => {
    const user = { ref: 'leaver', email: 'leaver@school.example', name: 'L' };
    const records = await importRecords(school.institution.operator, 'users', [user]);
    const [key, body] = [randomUUID(), { name: 'A', userId: records[0]?.id }];
    const first = await school.client.post(PATH, body, { key });
    const archived = [{ ...user, isArchived: true }];
    await importRecords(school.institution.operator, 'users', archived);
    const replay = await school.client.post(PATH, body, { key });
    expect([first.status, replay.status]).toEqual([201, 201]);
    expect(replay.body.data).toEqual({ ...first.body.data, url: null });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect((await school.client.post(PATH, { ...body, name: 'B' }, { key })).body.code).toBe('idempotency_key_reused');
  });

  const id = randomUUID();
  it.each<[object, string, string]>([
    [{ name: 'A' }, '/courseId', 'required'],
    [{ name: 'A', roomId: id, userId: id }, '/userId', 'invalid_value'],
    [{ name: 'A', courseId: id }, '/courseId', 'invalid_reference'],
    [{ name: 'A', roomId: id }, '/roomId', 'invalid_reference'],
    [{ name: 'A', organizerId: 'x' }, '/organizerId', 'invalid_reference'],
    [{ name: 'A', roomId: 'x' }, '/roomId', 'invalid_reference'],
    [{ name: 'A', userId: id }, '/userId', 'invalid_reference'],
  ])('422: %j', async (body, pointer, code) => {
    const answer = await school.client.post(PATH, body);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer, code }]]);
  });

  it.each(calendars)('422: %s of another institution', async (name, record) => {
    const answer = await school.client.post(PATH, { name: 'A', [name]: other.id(record) });
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer: `/${name}` }]]);
  });

  it.each(['organizerId', 'userId'])('422: %s of an archived user', async (name) => {
    const answer = await school.client.post(PATH, { name: 'A', [name]: school.id('users/old') });
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ code: 'invalid_reference' }]]);
  });
});

describe('POST /calendar-feeds: an institution', () => {
  it('409: has at most 200 feeds, even if more are created at once; deleting one makes room', async () => {
    const { client, institution, ids } = await newSchool();
    const { data } = await newCalendarFeed(client, { courseId: ids.course });
    await query(
      system.databases.url('identity'),
      `UPDATE calendar_feed_counts SET feeds = 195 WHERE institution_id = '${institution.id}' AND feeds = 1`,
    );
    const create = () => client.post(PATH, { name: 'One more', courseId: ids.course });
    const answers = await Promise.all(Array.from({ length: 30 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 conflict']));

    const second = await system.newClient(institution.id);
    expect((await second.send('DELETE', `${PATH}/${data.id}`, { ifMatch: '*' })).status).toBe(204);
    expect([(await create()).status, (await create()).status]).toEqual([201, 409]);
  });
});

async function newSchool() {
  const institution = await system.newInstitution();
  const records = [{ ref: 'c', name: 'C' }];
  const imported = await importRecords(institution.operator, 'courses', records);
  return { institution, client: institution.client, ids: { course: imported[0]?.id } };
}
