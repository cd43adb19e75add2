import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLocalTime } from './local-time.ts';
import { inEnglish } from './testing/english.ts';

const berlin = { timeZone: 'Europe/Berlin' };

describe('a local time', () => {
  it.each([
    ['2026-07-01T22:30', 'first', '2026-07-01T20:30:00.000Z'],
    ['2026-07-01T22:30:05', 'second', '2026-07-01T20:30:05.000Z'],
    ['2026-10-25T02:30', 'first', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30', 'second', '2026-10-25T01:30:00.000Z'],
  ] as const)('%s is, the %s time, %s', (typed, which, instant) => {
    expect(readLocalTime(typed, which, berlin)).toEqual({ instant });
  });

  it.each([
    ['2026-03-29T02:30', 'Europe/Berlin', '01:59 to 03:00'],
    ['2026-03-29T02:00', 'Europe/Berlin', '01:59 to 03:00'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '01:59 to 02:30'],
    ['2026-09-06T00:30', 'America/Santiago', '2026-09-05 23:59 to 2026-09-06 01:00'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-29 23:59 to 2011-12-31 00:00'],
  ])('%s does not exist in %s', (typed, timeZone, around) => {
    expect(inEnglish(() => readLocalTime(typed, 'first', { timeZone }))).toEqual({
      fault: `This time doesn’t exist: the clocks go forward from ${around}.`,
    });
  });

  it.each([
    'nonsense',
    '',
    '2026-02-30T10:00',
    '2026-10-05',
    '2026-10-05T24:00',
    '2026-10-05T10:00Z',
    '+012026-01-01T00:00',
  ])('%s is none', (typed) => {
    expect(inEnglish(() => readLocalTime(typed, 'first', berlin))).toEqual({ fault: 'A date and a time of day.' });
  });

  it.each(['1969-12-31T23:59', '9999-01-01T00:00', '0001-01-01T00:00'])('%s is out of bounds', (typed) => {
    expect(inEnglish(() => readLocalTime(typed, 'first', { timeZone: 'UTC' }))).toEqual({
      fault: 'Must be in the years 1970 to 9998.',
    });
  });

  it('of an instant is the instant, the first or the second', () => {
    const zones = ['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia'];
    const ms = fc.integer({ min: Date.UTC(1975, 0) / 1_000, max: Date.UTC(2037, 0) / 1_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), ms, (timeZone, seconds) => {
        const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);
        const typed = at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'second' });
        const both = (['first', 'second'] as const).map((which) => readLocalTime(typed, which, { timeZone }));
        expect(both).toContainEqual({ instant: at.toString({ smallestUnit: 'millisecond' }) });
      }),
    );
  });
});
