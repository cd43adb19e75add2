import { describe, expect, it } from 'vitest';
import { calendarOf, type PeriodUnit, periodFaults } from './periods.ts';

const startsOf = (unit: PeriodUnit, start: string, end: string) =>
  calendarOf({ start, end }, unit, 'Europe/Berlin').periods.map((period) => [period.start, period.end]);

describe('periods', () => {
  it('are days', () => {
    expect(startsOf('day', '2028-02-28', '2028-03-01')).toEqual([
      ['2028-02-28', '2028-02-29'],
      ['2028-02-29', '2028-03-01'],
    ]);
  });

  it('are weeks from Monday, the first and the last cut', () => {
    expect(startsOf('week', '2026-10-01', '2026-10-13')).toEqual([
      ['2026-10-01', '2026-10-05'],
      ['2026-10-05', '2026-10-12'],
      ['2026-10-12', '2026-10-13'],
    ]);
    expect(startsOf('week', '2026-10-05', '2026-10-12')).toEqual([['2026-10-05', '2026-10-12']]);
  });

  it('are months, the first and the last cut', () => {
    expect(startsOf('month', '2026-12-31', '2027-02-02')).toEqual([
      ['2026-12-31', '2027-01-01'],
      ['2027-01-01', '2027-02-01'],
      ['2027-02-01', '2027-02-02'],
    ]);
  });

  it('may be at both ends of the calendar', () => {
    expect(startsOf('month', '1970-01-01', '1971-01-02')).toHaveLength(13);
    expect(startsOf('day', '9998-12-30', '9998-12-31')).toHaveLength(1);
  });
});

describe('the faults of periods', () => {
  it.each([
    ['2026-01-01', '2027-01-02', null],
    ['2026-01-01', '2027-01-03', 'too_big'],
    ['2028-01-01', '2029-01-01', null],
    ['2026-01-01', '2026-01-02', null],
    ['2026-01-01', '2026-01-01', 'invalid_value'],
    ['2026-01-02', '2026-01-01', 'invalid_value'],
    ['1970-01-01', '9998-12-31', 'too_big'],
  ])('from %s to %s: %s', (from, to, code) => {
    expect(periodFaults(from, to).map((fault) => [fault.pointer, fault.code])).toEqual(code ? [['/to', code]] : []);
  });
});
