import { create, type MessageInitShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AppointmentSchema } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { type CalendarComponent, instantOf, readCalendar } from '../../../test/support/calendar.ts';
import { calendarExample } from './calendar-example.ts';
import { CALENDAR_TAIL, type CalendarEntry, calendarHead, eventLines } from './calendar-text.ts';
import { findCalendarZone } from './calendar-zone.ts';

const ID = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1001';

type Fields = Exclude<MessageInitShape<typeof AppointmentSchema>, CalendarEntry['appointment']>;

function entry(fields: Fields = {}, more: Partial<CalendarEntry> = {}): CalendarEntry {
  const appointment = create(AppointmentSchema, {
    id: ID,
    title: 'Lecture',
    dateTime: '2026-10-12T08:00:00.000Z',
    duration: 90,
    createdAt: '2026-10-01T08:00:00.000Z',
    updatedAt: '2026-10-02T08:00:00.123Z',
    sequence: 3,
    ...fields,
  });
  return { appointment, deletedAt: undefined, organizer: undefined, rooms: [], ...more };
}

function calendarOf(entries: readonly CalendarEntry[], zoneName = 'UTC', language = 'en'): CalendarComponent {
  const style = { zone: findCalendarZone(zoneName), language };
  return readCalendar(calendarHead(style) + eventLines(entries, style) + CALENDAR_TAIL);
}

function eventOf(one: CalendarEntry, zoneName?: string): CalendarComponent {
  return calendarOf([one], zoneName).all('VEVENT')[0] as CalendarComponent;
}

describe('a calendar', () => {
  it('equals the example', () => {
    const example = entry({ title: 'Analysis I, lecture 1', sequence: 0, updatedAt: '2026-10-01T08:00:00.000Z' });
    const style = { zone: null, language: 'en' };
    expect(calendarHead(style) + eventLines([example], style) + CALENDAR_TAIL).toBe(calendarExample);
  });

  it('shows an appointment, its version and its time', () => {
    const event = eventOf(entry());
    expect(event.properties.map(({ name, raw }) => `${name}:${raw}`)).toEqual([
      `UID:${ID}@lyceum`,
      'SEQUENCE:86403',
      'DTSTAMP:20261002T080000Z',
      'DTSTART:20261012T080000Z',
      'DTEND:20261012T093000Z',
      'SUMMARY:Lecture',
      'STATUS:CONFIRMED',
      'CREATED:20261001T080000Z',
      'LAST-MODIFIED:20261002T080000Z',
    ]);
  });

  it('shows where it is, who organises it and how to join', () => {
    const organizer = create(UserSchema, { name: 'Ada "A" Albrecht;,:^', email: 'a;d,a+x@school.example' });
    const event = eventOf(
      entry(
        {
          notes: 'Bring: paper; pen, ink\\',
          location: 'Gate 2',
          address: 'Hafenstraße 12, Hamburg',
          onlineAddress: 'https://x.example/a;b,c?d="e f',
        },
        { organizer, rooms: ['A 101', 'B;2'].map((name) => ({ name, updatedAt: '' })) },
      ),
    );
    expect(event.text('LOCATION')).toBe('Gate 2, A 101, B;2, Hafenstraße 12, Hamburg');
    expect(event.text('DESCRIPTION')).toBe('Bring: paper; pen, ink\\');
    expect(event.raw('URL')).toBe('https://x.example/a%3Bb%2Cc?d=%22e%20f');
    expect(event.property('ORGANIZER')).toMatchObject({
      parameters: { CN: "Ada ^'A^' Albrecht;,:^^" },
      raw: 'mailto:a%3Bd%2Ca%2Bx@school.example',
    });
  });

  it('has the words that are ours in its language, whatever language the same organizer was shown in before', () => {
    const organizer = create(UserSchema, { name: '\u0001', email: 'a@school.example' });
    const shown = ['en', 'de'].map((language) => {
      const calendar = calendarOf([entry({}, { organizer })], 'UTC', language);
      return [calendar.raw('PRODID'), calendar.all('VEVENT')[0]?.property('ORGANIZER')?.parameters.CN];
    });
    expect(shown).toEqual([
      ['-//Lyceum//Appointments//EN', 'Organizer'],
      ['-//Lyceum//Appointments//DE', 'Organisator'],
    ]);
  });

  it('shows deleted appointments as cancelled', () => {
    const event = eventOf(entry({}, { deletedAt: '2026-10-03T08:00:00.000Z' }));
    expect([event.raw('STATUS'), event.raw('DTSTAMP'), event.raw('LAST-MODIFIED')]).toEqual([
      'CANCELLED',
      '20261003T080000Z',
      '20261003T080000Z',
    ]);
  });
});

describe('text', () => {
  it.each([
    ['a line of a calendar', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:y', 'x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:y'],
    ['each kind of line break', 'a\rb\nc\vd\fe\u0085f\u2028g\u2029h', 'a\nb\nc\nd\ne\nf\ng\nh'],
    ['separators and escapes', 'a;b,c\\d\\n:"', 'a;b,c\\d\\n:"'],
    ['control characters', 'a\u0007b\u001bc\u007fd\te\u009ff', 'abcd\tef'],
    ['only control characters', '\u0007', ''],
    ['the longest text, four octets a character', '🎓'.repeat(255), '🎓'.repeat(255)],
    ['characters of several code points', 'e\u0301👩‍👩‍👧ß\u202e', 'e\u0301👩‍👩‍👧ß\u202e'],
  ])('%s', (_, title, shown) => {
    const organizer = create(UserSchema, { name: title, email: 'a\u0007@b' });
    const fields = { title, notes: title, location: title, address: title };
    const calendar = calendarOf([entry(fields, { organizer, rooms: [{ name: title, updatedAt: '' }] }), entry()]);
    expect(calendar.all('VEVENT')).toHaveLength(2);
    expect(calendar.all('VEVENT')[0]?.text('SUMMARY')).toBe(shown);
    expect(calendar.all('VEVENT')[0]?.text('DESCRIPTION')).toBe(shown);
  });

  it('of every kind is preserved, except for line breaks and control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const breaks = title.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n');
        const shown = [...breaks].filter((each) => /[\t\n]/.test(each) || !/\p{Cc}/u.test(each)).join('');
        expect(eventOf(entry({ title })).text('SUMMARY')).toBe(shown);
      }),
    );
  });
});

describe('times', () => {
  const zones = [
    ...['Europe/Berlin', 'America/New_York', 'US/Eastern', 'America/Santiago', 'Asia/Kolkata', 'Africa/Casablanca'],
    ...['Asia/Jerusalem', 'America/Nuuk', 'Europe/Dublin', 'Australia/Lord_Howe', 'Europe/Moscow', 'Asia/Gaza'],
    ...['Antarctica/Troll', 'Pacific/Apia', 'europe/paris', 'GMT', 'UTC', 'Etc/UTC', 'Mars/Olympus'],
  ];

  it.each(zones)('%s: a reader of the calendar computes the same instants', (zone) => {
    const instant = fc.integer({ min: 0, max: Date.UTC(2099) / 1000 }).map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 100_000 }), (start, duration) => {
        const calendar = calendarOf([entry({ dateTime: toInstantText(start), duration })], zone);
        const event = calendar.all('VEVENT')[0];
        expect(instantOf(calendar, event?.property('DTSTART'))).toBe(start);
        expect(instantOf(calendar, event?.property('DTEND'))).toBe(start + duration * 60_000);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ['winter', '2026-01-12T08:00:00.000Z', ';TZID=Europe/Berlin:20260112T090000'],
    ['summer', '2026-07-12T08:00:00.000Z', ';TZID=Europe/Berlin:20260712T100000'],
    ['the hour before the clocks go forward', '2026-03-29T00:59:59.000Z', ';TZID=Europe/Berlin:20260329T015959'],
    ['the hour after', '2026-03-29T01:00:00.000Z', ';TZID=Europe/Berlin:20260329T030000'],
    ['the hour before the repeated one', '2026-10-24T23:58:00.000Z', ';TZID=Europe/Berlin:20261025T015800'],
    ['the repeated hour, of which some readers take the second', '2026-10-25T00:30:00.000Z', ':20261025T003000Z'],
    ['its second occurrence', '2026-10-25T01:30:00.000Z', ':20261025T013000Z'],
    ['the hour after it', '2026-10-25T02:00:00.000Z', ';TZID=Europe/Berlin:20261025T030000'],
    ['years with other rules', '1979-07-01T12:00:00.000Z', ':19790701T120000Z'],
  ])('in the zone: %s', (_, dateTime, expected) => {
    const event = eventOf(entry({ dateTime, duration: 1 }), 'Europe/Berlin');
    const { parameters, raw } = event.property('DTSTART') ?? {};
    expect(`${parameters?.TZID ? `;TZID=${parameters.TZID}` : ''}:${raw}`).toBe(expected);
  });

  it('an end beyond the last year is shown as the end of that year', () => {
    const dateTime = '9999-12-31T23:59:59.999Z';
    const event = eventOf(entry({ dateTime, duration: 2 ** 31 - 1 }), 'Pacific/Kiritimati');
    expect([event.raw('DTSTART'), event.raw('DTEND')]).toEqual(['99991231T235959Z', '99991231T235959Z']);
    expect(fromInstantText(dateTime)).toBeGreaterThan(0);
  });

  it('without a zone there is no VTIMEZONE', () => {
    expect(calendarOf([entry()], 'UTC').all('VTIMEZONE')).toEqual([]);
    expect(calendarOf([entry()], 'Europe/Berlin').all('VTIMEZONE')).toHaveLength(1);
  });
});
