import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { instantOf, readCalendar } from './calendar.ts';
import { appointmentIdsOf, eventsOf, uidOf } from './calendar-answers.ts';
import { changeSettings } from './test-directory.ts';
import { importInto } from './test-locations.ts';
import type { TestSystem } from './test-system.ts';
import { appointmentOf, startTimetables, type TestAppointment, Timetable } from './test-timetable.ts';

/** The path of a calendar with the appointment of `fullBody`, by the name that its tests have. */
type NamedCalendar = readonly [name: string, pathOf: (mine: Timetable) => string];

/**
 * Tests common to the calendars of integrations, on a platform that the file has for itself. Their text is tested next
 * to the code that writes it.
 */
export function describeCalendars(calendars: readonly NamedCalendar[]): void {
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
      expect(event?.property('ORGANIZER')).toMatchObject({
        parameters: { CN: 'BEN' },
        raw: 'mailto:ben@school.example',
      });
    });

    it('304: while it is the same; 200 with another ETag when an appointment or what it names has changed', async () => {
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

    it('200: the UID stays and the SEQUENCE grows with every change; a deletion cancels for 30 days', async () => {
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

    it('200: in UTC where the institution has no zone', async () => {
      const { id } = await other.create({ ...other.fullBody(), title: 'Elsewhere' });
      const answer = await other.get(pathOf(other));
      expect(readCalendar(answer.text).all('VTIMEZONE')).toEqual([]);
      const event = eventsOf(answer).find((each) => each.raw('UID') === uidOf({ id }));
      expect(event?.property('DTSTART')).toEqual({ name: 'DTSTART', parameters: {}, raw: '20261012T080000Z' });
    });

    it('200: no title and no other text makes more than the one event', async () => {
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

    it('200: all pages of it, the latest dateTime first', async () => {
      const mine = await Timetable.in(system);
      const everything = {
        rooms: [{ roomId: mine.id('rooms/hall') }],
        organizerIds: [mine.id('users/ben')],
        userIds: [mine.id('users/cleo')],
      };
      const ids = await mine.fill(Array.from({ length: 250 }, () => everything));
      await mine.create({ dateTime: '2026-10-01T00:00:00Z', courseIds: [mine.id('layers/botany')] });
      expect(appointmentIdsOf(await mine.get(pathOf(mine)))).toEqual(ids.toSorted().toReversed());
    });
  });
}
