import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { present } from '../../platform/core/present.ts';
import { type CalendarComponent, instantOf, readCalendar } from '../support/calendar.ts';
import { changeSettings } from '../support/test-directory.ts';
import { importInto } from '../support/test-locations.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import type { TestSystem } from '../support/test-system.ts';
import { appointmentOf, startTimetables, type TestAppointment, Timetable } from '../support/test-timetable.ts';

/** The calendars, an addition to the specification. Their text is tested next to the code that writes it. */
let system: TestSystem;
let school: Timetable;
let other: Timetable;
let appointment: TestAppointment;

beforeAll(async () => {
  ({ system, school, other } = await startTimetables({ platform: 'own' }));
  await changeSettings(school.institution, { timeTrackingTimezone: 'Europe/Berlin' });
  appointment = await school.create(school.fullBody());
});
afterAll(() => system.stop());

function eventsOf(answer: TestAnswer): CalendarComponent[] {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return readCalendar(answer.text).all('VEVENT');
}

const uids = (answer: TestAnswer) => eventsOf(answer).map((event) => event.raw('UID'));
const uidOf = ({ id }: { id: string }) => `${id}@lyceum`;

const calendars: readonly [name: string, path: (mine: Timetable) => string][] = [
  ['GET /courses/{id}/appointments.ics', (mine) => `/courses/${mine.id('courses/algebra')}/appointments.ics`],
  ['GET /appointments.ics?roomId=', (mine) => `/appointments.ics?roomId=${mine.id('rooms/hall')}`],
  ['GET /appointments.ics?organizerId=', (mine) => `/appointments.ics?organizerId=${mine.id('users/ben')}`],
  ['GET /appointments.ics?userId=', (mine) => `/appointments.ics?userId=${mine.id('users/cleo')}`],
];

describe.each(calendars)('%s', (_name, pathOf) => {
  it('200: the appointment, in the institution’s zone', async () => {
    const answer = await school.get(pathOf(school));
    const [event] = eventsOf(answer);
    const calendar = readCalendar(answer.text);
    expect(calendar.all('VTIMEZONE').map((zone) => zone.raw('TZID'))).toEqual(['Europe/Berlin']);
    expect(calendar.raw('METHOD')).toBe('PUBLISH');
    expect(event?.property('DTSTART')).toEqual({
      name: 'DTSTART',
      parameters: { TZID: 'Europe/Berlin' },
      raw: '20261012T100000',
    });
    expect(instantOf(calendar, event?.property('DTEND'))).toBe(Date.parse('2026-10-12T09:30:00Z'));
    expect([event?.raw('UID'), event?.raw('SEQUENCE'), event?.raw('STATUS')]).toEqual([
      uidOf(appointment),
      '0',
      'CONFIRMED',
    ]);
    expect([event?.text('SUMMARY'), event?.text('DESCRIPTION')]).toEqual(['Seminar', 'Bring paper.']);
    expect(event?.text('LOCATION')).toBe('Main entrance, Hall, attic, Gate 1');
    expect(event?.raw('URL')).toBe('https://zoom.us/j/1');
    expect(event?.property('ORGANIZER')).toMatchObject({ parameters: { CN: 'BEN' }, raw: 'mailto:ben@school.example' });
  });

  it('304 while it is the same; 200 with another ETag when an appointment or what it names has changed', async () => {
    const mine = await Timetable.in(system);
    const created = await mine.create(mine.fullBody());
    const path = pathOf(mine);
    let etag = (await mine.get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    const changes = [
      () => mine.patch(created, { title: 'New' }),
      () => mine.client.patch(`/users/${mine.id('users/ben')}`, { name: 'Ben II' }, { ifMatch: '*' }),
      () =>
        importInto(mine.institution, [
          { ref: 'hill', name: 'H', address: 'S', rooms: [{ ref: 'attic', name: 'Loft' }] },
        ]),
      () => changeSettings(mine.institution, { timeTrackingTimezone: 'Asia/Tokyo' }),
      () => mine.client.send('DELETE', created.path, { ifMatch: '*' }),
    ];
    for (const change of changes) {
      system.clock.advance(60_000);
      const condition = { headers: { 'if-none-match': `W/"x", ${etag}` } };
      const same = await mine.client.get(path, condition);
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
      await change();
      const changed = await mine.client.get(path, condition);
      expect([changed.status, eventsOf(changed).length]).toEqual([200, 1]);
      expect(changed.headers.get('etag')).not.toBe(etag);
      etag = changed.headers.get('etag') ?? '';
    }
  });

  it('the UID stays and the SEQUENCE grows with every change; a deletion cancels for 30 days', async () => {
    const mine = await Timetable.in(system);
    let one = await mine.create(mine.fullBody());
    const seen: (string | undefined)[][] = [];
    const look = async () => {
      const [event] = eventsOf(await mine.get(pathOf(mine)));
      seen.push(['UID', 'SEQUENCE', 'STATUS'].map((name) => event?.raw(name)));
    };
    await look();
    for (const change of [{ title: 'Exam' }, { dateTime: '2026-12-01T08:00:00Z' }, {}, { notes: null }]) {
      one = appointmentOf(await mine.patch(one, change));
      await look();
    }
    await mine.delete(one);
    await look();
    const deletedAt = system.clock.now();
    system.clock.set(new Date(deletedAt + 30 * DAY_MS - 60_000).toISOString());
    await look();
    system.clock.set(new Date(deletedAt + 30 * DAY_MS).toISOString());
    expect(eventsOf(await mine.get(pathOf(mine)))).toEqual([]);
    expect(seen).toEqual([
      [uidOf(one), '0', 'CONFIRMED'],
      [uidOf(one), '1', 'CONFIRMED'],
      [uidOf(one), '2', 'CONFIRMED'],
      [uidOf(one), '2', 'CONFIRMED'],
      [uidOf(one), '3', 'CONFIRMED'],
      [uidOf(one), '4', 'CANCELLED'],
      [uidOf(one), '4', 'CANCELLED'],
    ]);
  });

  it('in UTC where the institution has no zone', async () => {
    const { id } = await other.create({ ...other.fullBody(), title: 'Elsewhere' });
    const answer = await other.get(pathOf(other));
    expect(readCalendar(answer.text).all('VTIMEZONE')).toEqual([]);
    const event = eventsOf(answer).find((each) => each.raw('UID') === uidOf({ id }));
    expect(event?.property('DTSTART')).toEqual({ name: 'DTSTART', parameters: {}, raw: '20261012T080000Z' });
  });

  it('no title and no other text makes more than the one event', async () => {
    const mine = await Timetable.in(system);
    const text = 'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:b;c,d\\n\u0007🎓';
    await mine.create({
      ...mine.fullBody(),
      title: `${text}${'🎓'.repeat(200)}`,
      notes: text.repeat(100),
      location: text,
      address: text,
      onlineAddress: 'https://x.example/%0d%0aX:1;a,b\\"',
    });
    await mine.client.patch(
      `/users/${mine.id('users/ben')}`,
      { name: `"${text}`, email: 'a;b:c"@x' },
      { ifMatch: '*' },
    );
    const events = eventsOf(await mine.get(pathOf(mine)));
    expect(events).toHaveLength(1);
    const shown = 'a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:b;c,d\\n🎓';
    expect(events[0]?.text('SUMMARY')).toBe(`${shown}${'🎓'.repeat(200)}`);
    expect(events[0]?.text('DESCRIPTION')).toBe(shown.repeat(100));
  });

  it('401: without credentials, and with wrong ones', async () => {
    for (const authorization of ['', 'Basic eDp5']) {
      const answer = await school.client.get(pathOf(school), { headers: { authorization } });
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
    }
  });

  it('429: beyond the rate limit, which it counts for', async () => {
    const client = await system.newClient(school.institution.id);
    await Promise.all(Array.from({ length: 999 }, () => client.get('/nothing')));
    expect((await client.get(pathOf(school))).headers.get('ratelimit-remaining')).toBe('0');
    expect((await client.get(pathOf(school))).status).toBe(429);
  });

  it('all pages of it, the latest dateTime first', async () => {
    const mine = await Timetable.in(system);
    const everything = {
      rooms: [{ roomId: mine.id('rooms/hall') }],
      organizerIds: [mine.id('users/ben')],
      userIds: [mine.id('users/cleo')],
    };
    const ids = await mine.fill(Array.from({ length: 250 }, () => everything));
    await mine.create({ dateTime: '2026-10-01T00:00:00Z', courseIds: [mine.id('layers/botany')] });
    expect(uids(await mine.get(pathOf(mine)))).toEqual(
      [...ids]
        .sort()
        .reverse()
        .map((id) => uidOf({ id })),
    );
  });
});

describe('GET /courses/{id}/appointments.ics', () => {
  it('404: an unknown course, a layer, another institution’s course', async () => {
    const ids = [randomUUID(), 'no-uuid', school.id('layers/algebra'), other.id('courses/algebra')];
    for (const id of ids) {
      const { status, body } = await school.get(`/courses/${id}/appointments.ics`);
      expect([id, status, body.code]).toEqual([id, 404, 'resource_not_found']);
    }
  });

  it('422: an invalid id', async () => {
    expect((await school.get('/courses/a.b/appointments.ics')).status).toBe(422);
  });

  it('405: nothing but GET and HEAD', async () => {
    const path = `/courses/${school.id('courses/algebra')}/appointments.ics`;
    const answer = await school.client.send('POST', path, { json: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('GET /appointments.ics', () => {
  it('200: an unknown id, one of another kind, one of another institution: an empty calendar', async () => {
    for (const name of ['roomId', 'organizerId', 'userId']) {
      const foreign = ['rooms/hall', 'users/ben', 'users/cleo'].map((record) => other.id(record));
      for (const id of [randomUUID(), 'no-uuid', '💥', school.id('courses/algebra'), ...foreign]) {
        expect([id, eventsOf(await school.get('/appointments.ics', { [name]: id }))]).toEqual([id, []]);
      }
    }
  });

  it.each([
    ['none of the three', '', ['roomId']],
    ['an unknown parameter alone', 'courseId=x', ['roomId']],
    ['two of them', 'roomId=x&userId=y', ['userId']],
    ['all of them', 'userId=x&organizerId=y&roomId=z', ['organizerId', 'userId']],
    ['one twice', 'roomId=x&roomId=x', ['roomId']],
    ['an empty one', 'organizerId=', ['organizerId']],
    ['one with U+0000', 'userId=a%00', ['userId']],
  ])('400: %s', async (_, query, fields) => {
    const { status, body } = await school.client.get(`/appointments.ics?${query}`);
    expect([status, body.code]).toEqual([400, 'bad_request']);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('an id in upper case is the same id, and unknown parameters are ignored', async () => {
    const path = `/appointments.ics?roomId=${school.id('rooms/hall').toUpperCase()}&limit=x&fields=x`;
    expect(uids(await school.client.get(path))).toEqual([uidOf(appointment)]);
  });
});

it('every change of what an entry shows is a later version to programs, and nothing makes it an earlier one', async () => {
  const mine = await Timetable.in(system);
  // Younger than the organizer and the room that replace it, as their last change shows.
  system.clock.advance(60_000);
  const body = mine.fullBody();
  let one = await mine.create(body);
  const rename = (ref: string, name: string) => () =>
    mine.client.patch(`/users/${mine.id(`users/${ref}`)}`, { name }, { ifMatch: '*' });
  const renameRoom = (ref: string, name: string) => () =>
    importInto(mine.institution, [{ ref: 'hill', name: 'H', address: 'S', rooms: [{ ref, name }] }]);
  const change = (changed: object) => async () => {
    one = appointmentOf(await mine.patch(one, changed));
  };
  const changes = [
    rename('ben', 'Ben II'),
    renameRoom('attic', 'Loft'),
    change({ organizerIds: [mine.id('users/cleo')] }),
    change({ rooms: (body.rooms as object[]).slice(0, 1) }),
    change({ organizerIds: [mine.id('users/ben')] }),
    () => mine.delete(one),
    rename('ben', 'Ben III'),
  ];
  // No path shows the appointment of another organizer or room: that of the course does.
  const path = `/courses/${mine.id('courses/algebra')}/appointments.ics`;
  const seen: (readonly [lines: string, ...versions: number[]])[] = [];
  const look = async () => {
    const { text } = await mine.get(path);
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
    const [read] = Object.values(nodeIcal.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT');
    if (read?.type !== 'VEVENT') throw new Error('no event');
    const shown = ['location', 'organizer', 'status', 'summary'].map((name) =>
      event?.getFirstProperty(name)?.toICALString(),
    );
    const at = (name: string) =>
      (present(event ?? undefined, 'event').getFirstPropertyValue(name) as ICAL.Time).toJSDate().getTime();
    const versions = [Number(read.sequence), read.dtstamp.getTime(), Number(read.lastmodified)];
    expect([event?.getFirstPropertyValue('sequence'), at('dtstamp'), at('last-modified')]).toEqual(versions);
    seen.push([shown.join(), ...versions]);
  };
  await look();
  for (const [index, each] of changes.entries()) {
    system.clock.advance(60_000);
    await each();
    await look();
    const [before, after] = seen.slice(-2);
    expect(after?.[0], `${index}`).not.toBe(before?.[0]);
    for (const part of [1, 2, 3]) expect(after?.[part], `${index} ${part}`).toBeGreaterThan(Number(before?.[part]));
  }
  system.clock.advance(60_000);
  await renameRoom('attic', 'Elsewhere')();
  await look();
  expect(seen.at(-1)).toEqual(seen.at(-2));
});
