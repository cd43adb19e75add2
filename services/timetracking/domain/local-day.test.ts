import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '../../../test/support/timetracking/records.ts';
import { endOfLocalDay, isOnEarlierDay } from './local-day.ts';

describe('the end of a local day', () => {
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
