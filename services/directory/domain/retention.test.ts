import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { cutBefore, cutsOn, hoursKeptFrom, nextDay } from './retention.ts';
import { defaultSettings } from './settings.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'Australia/Lord_Howe'];
const zone = fc.constantFrom(...ZONES);
const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => Temporal.PlainDate.from('1990-01-01').add({ days }))
  // Often near the end of a month, where months differ.
  .chain((date) => fc.constantFrom(date, date.with({ day: date.daysInMonth }), date.with({ day: 1 })));
const dayOf = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();

describe('the age of things', () => {
  it('is counted by local days: something goes from the day on which it is so many months old', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 130 }), zone, fc.integer(), (on, months, timeZone, offset) => {
        const cut = fromInstantText(cutBefore(on, months, timeZone));
        // Around the instant itself, and far from it.
        for (const at of [cut - 1, cut, cut + (offset % 90_000_000), cut + (offset % 10_000_000_000)]) {
          const isOldEnough = Temporal.PlainDate.compare(dayOf(at, timeZone).add({ months }), on) <= 0;
          expect([toInstantText(at), at < cut]).toEqual([toInstantText(at), isOldEnough]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never makes a thing young again', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 130 }), zone, (on, months, timeZone) => {
        const [today, tomorrow] = [on, on.add({ days: 1 })].map((each) => cutBefore(each, months, timeZone));
        expect(today !== undefined && tomorrow !== undefined && today <= tomorrow).toBe(true);
        expect(cutBefore(on, months + 1, timeZone) <= (today ?? '')).toBe(true);
      }),
    );
  });

  it.each([
    ['2026-02-28', 1, 'UTC', '2026-02-01T00:00:00.000Z'],
    ['2026-02-27', 1, 'UTC', '2026-01-28T00:00:00.000Z'],
    ['2025-02-28', 12, 'UTC', '2024-03-01T00:00:00.000Z'],
    ['2026-04-29', 1, 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-11-25', 1, 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ])('on %s, what is %i months old in %s is of before %s', (on, months, timeZone, cut) => {
    expect(cutBefore(Temporal.PlainDate.from(on), months, timeZone)).toBe(cut);
  });

  it('is by each setting of its own, and nothing goes without one', () => {
    const on = Temporal.PlainDate.from('2026-10-05');
    expect(cutsOn(on, defaultSettings)).toEqual({
      ...{ on: '2026-10-05', people: null, notes: null, hours: null, audit: null },
    });
    const settings = {
      ...defaultSettings,
      ...{ timeTrackingTimezone: 'Europe/Berlin', retentionPeopleMonths: 1, retentionNotesMonths: 2 },
      ...{ retentionHoursYears: 3, retentionAuditYears: 4, retentionKeepHoursYears: 2 },
    };
    expect(cutsOn(on, settings)).toEqual({
      on: '2026-10-05',
      people: '2026-09-05T22:00:00.000Z',
      notes: '2026-08-05T22:00:00.000Z',
      hours: '2023-10-05T22:00:00.000Z',
      audit: '2022-10-05T22:00:00.000Z',
    });
    // In the last hour of the 5th in UTC, it is the 6th there.
    const late = Date.parse('2026-10-05T22:30:00Z');
    expect([hoursKeptFrom(late, settings), nextDay(late, settings)]).toEqual([
      ...['2024-10-06T22:00:00.000Z', '2026-10-06T22:00:00.000Z'],
    ]);
    expect(hoursKeptFrom(late, defaultSettings)).toBeNull();
  });
});
