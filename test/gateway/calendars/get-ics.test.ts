import { randomBytes, randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, describe, expect, it } from 'vitest';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { readCalendar } from '../../support/calendar.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { newCalendarFeed, readFeed } from '../../support/test-calendar-feeds.ts';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { startTimetables, Timetable } from '../../support/test-timetable.ts';
import { until } from '../../support/until.ts';

/** Calendar feeds as calendar programs read them: without credentials. */
const { system, school } = await startTimetables({ platform: 'own' });
await changeSettings(school.institution, { timeTrackingTimezone: 'Europe/Berlin' });
afterAll(() => system.stop());

const uids = ({ text }: TestAnswer) =>
  readCalendar(text)
    .all('VEVENT')
    .map((event) => event.raw('UID')?.replace('@lyceum', ''));
const addressOf = (token: string) => `${system.url}/api/v4/calendars/${token}.ics`;

describe('GET /calendars/{token}.ics: 200', () => {
  it('the time of the read is noted aside', async () => {
    const mine = await Timetable.in(system);
    const { url, data } = await newCalendarFeed(mine.client, { name: 'Algebra', courseId: mine.id('courses/algebra') });
    expect((await readFeed(url)).status).toBe(200);
    const operate = system.operator(mine.institution.id);
    await until('the read', async () => {
      const { reads } = await operate(CalendarFeedService.method.listCalendarFeedReads, {});
      return reads.some(({ feedId }) => feedId === data.id);
    });
  });

  it.each([
    ['courseId', 'courses/algebra', (id: string) => `/courses/${id}/appointments.ics`],
    ['roomId', 'rooms/hall', (id: string) => `/appointments.ics?roomId=${id}`],
    ['organizerId', 'users/ben', (id: string) => `/appointments.ics?organizerId=${id}`],
  ])('%s: what the calendar for integrations shows, and the name', async (name, record, pathOf) => {
    const mine = await Timetable.in(system);
    await mine.create(mine.fullBody());
    const deleted = await mine.create({
      ...mine.fullBody(),
      rooms: [{ roomId: mine.id('rooms/hall') }],
      dateTime: '2026-10-13T08:00:00Z',
    });
    await mine.delete(deleted);
    const { url } = await newCalendarFeed(mine.client, { name: 'Näme, of; it', [name]: mine.id(record) });
    const answer = await readFeed(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const calendar = readCalendar(answer.text);
    expect([calendar.text('NAME'), calendar.text('X-WR-CALNAME')]).toEqual(['Näme, of; it', 'Näme, of; it']);
    expect([calendar.raw('REFRESH-INTERVAL'), calendar.raw('X-PUBLISHED-TTL')]).toEqual(['PT1H', 'PT1H']);
    const events = (text: string) => text.slice(text.indexOf('BEGIN:VEVENT'));
    expect(events(answer.text)).toBe(events((await mine.get(pathOf(mine.id(record)))).text));
    expect(uids(answer)).toHaveLength(2);
    expect(answer.text).not.toMatch(/ATTENDEE|cleo|CLEO/);
  });

  it('userId: what the user organizes or takes part in, each once, the latest first, and nothing else', async () => {
    const mine = await Timetable.in(system);
    const ben = mine.id('users/ben');
    const at = (day: number, fields: object) => mine.create({ dateTime: `2026-10-${day}T08:00:00Z`, ...fields });
    const organized = await at(11, { organizerIds: [ben] });
    const attended = await at(12, { userIds: [ben] });
    const both = await at(13, { organizerIds: [mine.id('users/ada'), ben], userIds: [ben] });
    const cancelled = await at(14, { userIds: [ben], organizerIds: [ben] });
    await at(15, { organizerIds: [mine.id('users/ada')], userIds: [mine.id('users/cleo')] });
    await mine.delete(cancelled);
    const { url } = await newCalendarFeed(mine.client, { userId: ben });
    expect(uids(await readFeed(url))).toEqual([cancelled, both, attended, organized].map(({ id }) => id));
  });

  it('two independent parsers find name, zone and appointments', async () => {
    const mine = await Timetable.in(system);
    await changeSettings(mine.institution, { timeTrackingTimezone: 'Europe/Berlin' });
    const { id } = await mine.create({ ...mine.fullBody(), title: `Übung; eins, ${'zwei '.repeat(30)}` });
    const { url } = await newCalendarFeed(mine.client, { name: 'Übung I', courseId: mine.id('courses/algebra') });
    const { text } = await readFeed(url);

    const parsed = new ICAL.Component(ICAL.parse(text));
    const [event] = parsed.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
    expect(parsed.getFirstPropertyValue('x-wr-calname')).toBe('Übung I');
    expect(String(parsed.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect([event?.uid, event?.summary]).toEqual([`${id}@lyceum`, `Übung; eins, ${'zwei '.repeat(30)}`]);
    expect(event?.startDate.toString()).toBe('2026-10-12T10:00:00');
    expect(event?.startDate.zone?.tzid).toBe('Europe/Berlin');

    const read = nodeIcal.sync.parseICS(text);
    const found = read[`${id}@lyceum`];
    expect(found?.type).toBe('VEVENT');
    expect(found).toMatchObject({ summary: `Übung; eins, ${'zwei '.repeat(30)}`, status: 'CONFIRMED' });
    expect((found as { start: Date }).start.toISOString()).toBe('2026-10-12T08:00:00.000Z');
    expect(read.vcalendar).toMatchObject({ 'WR-CALNAME': 'Übung I' });
  });

  it('a name cannot inject a line into the calendar', async () => {
    const name = 'A\r\nBEGIN:VEVENT\r\nX:1\u0007';
    const { url } = await newCalendarFeed(school.client, { name, courseId: school.id('courses/chemistry') });
    const answer = await readFeed(url);
    expect(uids(answer)).toEqual([]);
    expect(readCalendar(answer.text).text('NAME')).toBe('A\nBEGIN:VEVENT\nX:1');
  });

  it('HEAD: the same without the text; credentials and queries change nothing', async () => {
    const { url } = await newCalendarFeed(school.client, { courseId: school.id('courses/algebra') });
    const [get, head] = [await readFeed(url), await readFeed(url, { method: 'HEAD' })];
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')]);
    const wrong = { authorization: 'Basic d3Jvbmc6d3Jvbmc=' };
    const odd = await readFeed(`${url}?roomId=${school.id('rooms/hall')}`, { headers: wrong });
    expect([odd.status, odd.text]).toEqual([200, get.text]);
    expect([...get.headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});

it('GET /calendars/{token}.ics: 304: while it is unchanged, 200 after a change; only the client may cache it', async () => {
  const { url } = await newCalendarFeed(school.client, { courseId: school.id('courses/botany') });
  const first = await readFeed(url);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const same = await readFeed(url, { headers: { 'if-none-match': etag } });
  expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
  await school.create({ courseIds: [school.id('layers/botany')] });
  expect((await readFeed(url, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

it('GET /calendars/{token}.ics: 200: our words are in the person’s language, else in the institution’s, at once', async () => {
  const mine = await Timetable.in(system);
  const ben = mine.id('users/ben');
  const { email, name } = (await mine.get(`/users/${ben}`)).body.data;
  await mine.institution.operator(AdministratorService.method.addAdministrator, { email });
  const session = {
    institutionId: mine.institution.id,
    userId: ben,
    name,
    sessionId: randomUUID(),
    roles: ['owner'],
  } as const;
  const choose = (language: string) =>
    system.call({ kind: 'administrator', ...session })(AdministratorService.method.setOwnLanguage, { language });
  const feeds = await Promise.all(
    [{ userId: ben }, { organizerId: ben }, { userId: mine.id('users/cleo') }, { roomId: mine.id('rooms/hall') }].map(
      async (body) => (await newCalendarFeed(mine.client, body)).url,
    ),
  );
  let tags: (string | null)[] = [];
  const languages = async () => {
    const answers = await Promise.all(
      feeds.map((url, each) => readFeed(url, { headers: { 'if-none-match': tags[each] ?? '"none"' } })),
    );
    tags = answers.map(({ headers }) => headers.get('etag'));
    return answers.map(({ text }) => text && readCalendar(text).raw('PRODID')?.slice(-2));
  };
  expect(await languages()).toEqual(['EN', 'EN', 'EN', 'EN']);
  await changeSettings(mine.institution, { language: 'de' });
  expect(await languages()).toEqual(['DE', 'DE', 'DE', 'DE']);
  await choose('en');
  // Empty: what has not changed is not sent again.
  expect(await languages()).toEqual(['EN', 'EN', '', '']);
  await choose('xx');
  expect(await languages()).toEqual(['DE', 'DE', '', '']);
});

describe('GET /calendars/{token}.ics: 404', () => {
  /** A response without what differs between requests. */
  const shapeOf = ({ status, headers, body: { instance, ...body } }: TestAnswer) => [
    status,
    [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
    body,
  ];
  const unknown = () => readFeed(addressOf(randomBytes(32).toString('base64url')));

  it('an unknown token, a malformed one, and a revoked one, at once: the same answer', async () => {
    const expected = shapeOf(await unknown());
    expect(expected[0]).toBe(404);
    const feed = await newCalendarFeed(school.client, { courseId: school.id('courses/algebra') });
    expect((await readFeed(feed.url)).status).toBe(200);
    expect((await school.client.send('DELETE', feed.path, { ifMatch: feed.etag })).status).toBe(204);
    expect(shapeOf(await readFeed(feed.url))).toEqual(expected);
    system.clock.advance(60_000);
    expect(shapeOf(await readFeed(feed.url))).toEqual(expected);
    const { token } = await newCalendarFeed(school.client, { courseId: school.id('courses/algebra') });
    for (const wrong of [
      'x',
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      `${token}=`,
      '%00',
      '%zz',
      'x'.repeat(5_000),
    ]) {
      expect([wrong, shapeOf(await readFeed(addressOf(wrong)))]).toEqual([wrong, expected]);
    }
  });

  it('deactivating an integration ends the feeds that it made, and no others', async () => {
    const [maker, stayer] = [await system.newClient(school.institution.id), school.client];
    const body = { courseId: school.id('courses/algebra') };
    const [ended, stays] = [await newCalendarFeed(maker, body), await newCalendarFeed(stayer, body)];
    expect((await readFeed(ended.url)).status).toBe(200);
    await system.operator()(IntegrationService.method.deactivateIntegration, { clientId: maker.clientId });
    expect([(await readFeed(ended.url)).status, (await readFeed(stays.url)).status]).toEqual([404, 200]);
  });
});

it('401: a token opens nothing else, and no other method', async () => {
  const { token, path } = await newCalendarFeed(school.client, { courseId: school.id('courses/algebra') });
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  for (const headers of [{}, basic(`${token}:${token}`), { authorization: `Bearer ${token}` }]) {
    for (const at of ['/users', '/calendar-feeds', path, `/calendars/${token}`]) {
      expect((await readFeed(`${system.url}/api/v4${at}`, { headers })).status).toBe(401);
    }
    for (const method of ['POST', 'DELETE', 'PUT'])
      expect((await readFeed(addressOf(token), { method, headers })).status).toBe(401);
  }
  const line = `POST /api/v4/calendars/${token}.ics HTTP/1.1`;
  const answer = await sendRaw(system.port, line, { authorization: school.client.authorization });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('429: the feeds of an integration share an allowance, which takes nothing from the integration or from feeds of others', async () => {
  const body = { courseId: school.id('courses/chemistry') };
  const second = await system.newClient(school.institution.id);
  const [leaked, sibling] = [await newCalendarFeed(school.client, body), await newCalendarFeed(school.client, body)];
  const spared = await newCalendarFeed(second, body);
  system.clock.advance(60_000);
  const urls = [leaked.url, sibling.url];
  for (let sent = 0; sent < 1_000; sent += 50) {
    const batch = Array.from({ length: 50 }, (_, n) => readFeed(urls[n % 2] ?? '', { method: 'HEAD' }));
    expect((await Promise.all(batch)).every(({ status }) => status === 200)).toBe(true);
  }
  for (const url of urls) {
    const refused = await readFeed(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  }
  expect((await readFeed(spared.url)).status).toBe(200);
  const own = await school.get('/courses');
  expect([own.status, own.headers.get('ratelimit-remaining')]).toEqual([200, '999']);
});
