import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import { instant } from '../../../test/support/timetracking/records.ts';
import { endOfLocalDay, isOnEarlierDay } from './local-day.ts';

const endOf = (at: string, zone: string) => toInstantText(endOfLocalDay(instant(at), zone));

describe('the end of a local day', () => {
  it.each([
    ['UTC', '2026-03-29T12:00:00Z', '2026-03-29T23:59:59.999Z'],
    ['Europe/Berlin, 23 hours', '2026-03-29T12:00:00Z', '2026-03-29T21:59:59.999Z', 'Europe/Berlin'],
    ['Europe/Berlin, 25 hours', '2026-10-25T12:00:00Z', '2026-10-25T22:59:59.999Z', 'Europe/Berlin'],
    ['a day before UTC has begun it', '2026-01-10T23:30:00Z', '2026-01-11T22:59:59.999Z', 'Europe/Berlin'],
    ['midnight itself', '2026-01-10T23:00:00Z', '2026-01-11T22:59:59.999Z', 'Europe/Berlin'],
    ['the last millisecond itself', '2026-01-10T22:59:59.999Z', '2026-01-10T22:59:59.999Z', 'Europe/Berlin'],
    ['next midnight skipped', '2018-11-03T12:00:00Z', '2018-11-04T02:59:59.999Z', 'America/Sao_Paulo'],
    ['own midnight skipped', '2018-11-04T12:00:00Z', '2018-11-05T01:59:59.999Z', 'America/Sao_Paulo'],
    ['the last hour twice', '2018-02-17T12:00:00Z', '2018-02-18T02:59:59.999Z', 'America/Sao_Paulo'],
    ['the first hour twice', '2025-11-02T04:30:00Z', '2025-11-03T04:59:59.999Z', 'America/Havana'],
    ['the next date skipped', '2011-12-29T12:00:00-10:00', '2011-12-30T09:59:59.999Z', 'Pacific/Apia'],
    ['half an hour of daylight saving', '2026-10-04T00:00:00Z', '2026-10-04T12:59:59.999Z', 'Australia/Lord_Howe'],
    ['set back across midnight', '2006-10-29T12:00:00Z', '2006-10-30T03:29:59.999Z', 'America/St_Johns'],
    ['midnight passed twice, first time', '2010-11-06T12:00:00Z', '2010-11-07T02:29:59.999Z', 'America/St_Johns'],
    ['midnight passed twice, second time', '2010-11-07T02:40:00Z', '2010-11-07T03:29:59.999Z', 'America/St_Johns'],
  ])('%s', (_, at, end, zone = 'UTC') => {
    expect(endOf(at, zone)).toBe(end);
  });

  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/Sao_Paulo',
    'America/Havana',
    'Africa/Cairo',
    'Asia/Beirut',
    'Pacific/Apia',
  ];

  it('is on the same local day, and the next millisecond is not', () => {
    const at = fc.integer({ min: instant('2005-01-01T00:00:00Z'), max: instant('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(at, fc.constantFrom(...zones), (instantOf, zone) => {
        const end = endOfLocalDay(instantOf, zone);
        const day = dayByIntl(instantOf, zone);
        expect(end).toBeGreaterThanOrEqual(instantOf);
        expect(dayByIntl(end, zone)).toBe(day);
        expect(dayByIntl(end + 1, zone) > day).toBe(true);
        expect([isOnEarlierDay(instantOf, end, zone), isOnEarlierDay(instantOf, end + 1, zone)]).toEqual([false, true]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('days', () => {
  it.each([
    ['of the year 10000 come after those before', '9990-01-01T08:00:00Z', '9999-12-31T23:30:00Z', 'Europe/Berlin'],
    ['of the year 1969 come before those after', '1970-01-01T00:00:00Z', '1970-01-02T00:00:00Z', 'America/New_York'],
  ])('%s', (_, one, other, zone) => {
    expect(isOnEarlierDay(instant(one), instant(other), zone)).toBe(true);
    expect(isOnEarlierDay(instant(other), instant(one), zone)).toBe(false);
  });
});

function dayByIntl(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}
