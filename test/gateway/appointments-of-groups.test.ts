import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCalendar } from '../support/calendar.ts';
import { importRecords } from '../support/import-records.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';

/** Who takes part: who is invited, and who belongs now to a group that is. */
let system: TestSystem;
let school: Timetable;
let ben: string;
let choir: string;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());
beforeEach(async () => {
  // A school of its own for each test: ben is in its choir.
  school = await Timetable.in(system);
  [ben, choir] = [school.id('users/ben'), school.id('userGroups/choir')];
});

const group = async (ref: string, members: readonly string[]) =>
  (await importRecords(school.institution.operator, 'userGroups', [{ ref, name: ref, members }]))[0]?.id ?? '';
const at = (hour: number) => ({ dateTime: `2026-10-12T${String(hour).padStart(2, '0')}:00:00.000Z` });
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const uids = (answer: TestAnswer) =>
  readCalendar(answer.text)
    .all('VEVENT')
    .map((event) => event.raw('UID')?.split('@')[0]);

const lists: readonly [name: string, path: () => string][] = [
  ['GET /appointments', () => '/appointments'],
  ['GET /courses/{id}/appointments', () => `/courses/${school.id('courses/algebra')}/appointments`],
];

describe.each(lists)('%s?userId=', (_, path) => {
  const list = async (query: Record<string, string> = {}) =>
    idsOf(await school.client.walk(path(), { userId: ben, ...query }));

  it.each(['1', '2', '50'])('200: whose group is invited, or who is invited, each once (limit %s)', async (limit) => {
    const band = await group('band', ['ben', 'cleo']);
    await group('others', ['ada']);
    const [one, two, three, four] = await school.fill([
      { ...at(8), userGroupIds: [choir] },
      { ...at(9), userIds: [ben] },
      { ...at(10), userIds: [ben], userGroupIds: [band, choir] },
      { ...at(11), userGroupIds: [band] },
      { ...at(12), organizerIds: [ben] },
      { ...at(13), userGroupIds: [await group('others', ['ada'])] },
      { ...at(14), userIds: [school.id('users/cleo')] },
    ]);
    expect(await list({ limit })).toEqual([one, two, three, four]);
    expect(await list({ limit, from: at(9).dateTime, to: at(11).dateTime })).toEqual([two, three]);
  });

  it('200: with the other filters', async () => {
    const rooms = [{ roomId: school.id('rooms/hall') }];
    const courseIds = [school.id('layers/algebra'), school.id('layers/botany')];
    const organizerIds = [school.id('users/ada')];
    const [one, two, three, four] = await school.fill([
      { ...at(8), userGroupIds: [choir], rooms },
      { ...at(9), userGroupIds: [choir], courseIds },
      { ...at(10), userGroupIds: [choir], organizerIds },
      { ...at(11), userIds: [ben], rooms, courseIds, organizerIds },
      { ...at(12), rooms, courseIds, organizerIds },
    ]);
    expect(await list({ roomId: school.id('rooms/hall') })).toEqual([one, four]);
    expect(await list({ courseId: school.id('courses/botany') })).toEqual([two, four]);
    expect(await list({ organizerId: school.id('users/ada') })).toEqual([three, four]);
    expect(await list({ roomId: school.id('rooms/hall'), organizerId: school.id('users/ada') })).toEqual([four]);
    const updatedSince = new Date(system.clock.now()).toISOString();
    expect(await list({ updatedSince, limit: '1' })).toEqual([one, two, three, four]);
    expect(await list({ updatedSince, courseId: school.id('courses/botany'), limit: '1' })).toEqual([two, four]);
    system.clock.advance(1000);
    const later = new Date(system.clock.now()).toISOString();
    const { body, headers } = await school.get(`/appointments/${two}`);
    await school.patch({ path: `/appointments/${body.data.id}`, etag: headers.get('etag') ?? '' }, { title: 'New' });
    expect(await list({ updatedSince: later })).toEqual([two]);
    expect(await list({ updatedSince: later, courseId: school.id('courses/botany') })).toEqual([two]);
    expect(await list({ updatedSince: later, roomId: school.id('rooms/hall') })).toEqual([]);
  });

  it('200: as the groups and the invitations are now', async () => {
    const [id] = await school.fill([{ ...at(8), userGroupIds: [choir] }]);
    const path = `/appointments/${id}`;
    const change = async (fields: object) => {
      const { headers } = await school.get(path);
      expect((await school.patch({ path, etag: headers.get('etag') ?? '' }, fields)).status).toBe(200);
    };
    expect(await list()).toEqual([id]);
    await group('choir', ['ada']);
    expect(await list()).toEqual([]);
    expect(await list({ userId: school.id('users/ada') })).toEqual([id]);
    await group('choir', ['ada', 'ben']);
    expect(await list()).toEqual([id]);
    await change({ userGroupIds: [] });
    expect(await list()).toEqual([]);
    await change({ userGroupIds: [await group('new', ['ben'])] });
    expect(await list()).toEqual([id]);
    const { headers } = await school.get(path);
    await school.delete({ path, etag: headers.get('etag') ?? '' });
    expect(await list()).toEqual([]);
  });

  it('200: a person in 100 groups', async () => {
    const refs = Array.from({ length: 99 }, (_, n) => ({ ref: `g${n}`, name: `${n}`, members: ['ben'] }));
    const groups = idsOf(await importRecords(school.institution.operator, 'userGroups', refs));
    const all = await school.fill(
      groups.map((id, n) => ({ ...at(n % 10), userGroupIds: [id, groups[(n + 1) % 99] ?? choir] })),
    );
    expect((await list({ limit: '7' })).toSorted()).toEqual(all.toSorted());
  });
});

it('ids and userId: those of the appointments in which the person takes part', async () => {
  const [one, two, three] = await school.fill([
    { ...at(8), userGroupIds: [choir] },
    { ...at(9), userIds: [ben] },
    { ...at(10), userIds: [school.id('users/cleo')] },
  ]);
  const ids = [one, two, three].join();
  expect(idsOf(await school.client.walk('/appointments', { ids, userId: ben }))).toEqual([one, two]);
});

it('userId: nothing of another institution’s group, and nothing for another institution’s person', async () => {
  const other = await Timetable.in(system);
  await school.fill([{ ...at(8), userGroupIds: [choir] }]);
  for (const userId of [ben, other.id('users/ben')]) {
    expect((await other.get('/appointments', { userId })).body.data).toEqual([]);
    expect(uids(await other.get('/appointments.ics', { userId }))).toEqual([]);
  }
  expect((await school.get('/appointments', { userId: other.id('users/ben') })).body.data).toEqual([]);
});

describe('GET /appointments.ics?userId=', () => {
  const calendar = (headers: Record<string, string> = {}) =>
    school.client.get('/appointments.ics', { query: { userId: ben }, headers });

  it('200: the latest first, each once; a deleted one as cancelled; nothing when the person has left', async () => {
    const band = await group('band', ['ben']);
    const [one, two] = await school.fill([
      { ...at(8), userGroupIds: [choir, band], userIds: [ben] },
      { ...at(9), userGroupIds: [band] },
      { ...at(10), organizerIds: [ben] },
    ]);
    expect(uids(await calendar())).toEqual([two, one]);
    const { headers } = await school.get(`/appointments/${two}`);
    await school.delete({ path: `/appointments/${two}`, etag: headers.get('etag') ?? '' });
    const events = readCalendar((await calendar()).text).all('VEVENT');
    expect(events.map((event) => event.raw('STATUS'))).toEqual(['CANCELLED', 'CONFIRMED']);
    await group('band', []);
    expect(uids(await calendar())).toEqual([one]);
  });

  it('304 until the person joins or leaves a group', async () => {
    await school.fill([{ ...at(8), userIds: [ben] }]);
    const etagOf = async () => (await calendar()).headers.get('etag') ?? '';
    const seen = [await etagOf()];
    for (const members of [['ben'], [], ['ben', 'ada']]) {
      await group('silent', members);
      expect((await calendar({ 'if-none-match': seen.at(-1) ?? '' })).status).toBe(200);
      seen.push(await etagOf());
      expect((await calendar({ 'if-none-match': seen.at(-1) ?? '' })).status).toBe(304);
    }
    await group('silent', ['ben', 'cleo']);
    expect((await calendar({ 'if-none-match': seen.at(-1) ?? '' })).status).toBe(304);
    expect([seen[0], seen[1]]).toEqual([seen[2], seen[3]]);
    expect(new Set(seen).size).toBe(2);
  });
});

describe('a secret feed of a user', () => {
  it('has what they take part in and what they organize, each once, and changes with their groups', async () => {
    const band = await group('band', ['ben']);
    const [one, two, three, four] = await school.fill([
      { ...at(8), userGroupIds: [choir, band] },
      { ...at(9), organizerIds: [ben], userIds: [ben], userGroupIds: [band] },
      { ...at(10), organizerIds: [ben] },
      { ...at(11), userIds: [ben] },
      { ...at(12), userGroupIds: [await group('others', ['ada'])] },
    ]);
    const { url } = await newCalendarFeed(school.client, { userId: ben });
    const before = await readFeed(url);
    expect(uids(before)).toEqual([four, three, two, one]);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await readFeed(url, { headers })).status).toBe(304);
    await group('band', []);
    await group('choir', []);
    const after = await readFeed(url, { headers });
    expect([after.status, uids(after)]).toEqual([200, [four, three, two]]);
  });

  it('of an organizer, a room or a course has nothing of the groups', async () => {
    await school.fill([{ ...at(8), userGroupIds: [choir] }]);
    const { url } = await newCalendarFeed(school.client, { organizerId: ben });
    expect(uids(await readFeed(url))).toEqual([]);
  });
});
