import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, sessionAt } from '../../../test/support/timetracking/records.ts';
import { durationsOf } from './durations.ts';

describe('the durations of a record', () => {
  it('are null while it is open', () => {
    expect(durationsOf(sessionAt('2026-10-05T08:00:00Z'))).toBeNull();
  });

  it('measure elapsed time, regardless of daylight saving', () => {
    const night = sessionAt('2026-10-24T22:00:00+02:00', { end: instant('2026-10-25T06:00:00+01:00') });
    expect(durationsOf(night)).toEqual({ durationMinutes: 540, pauseMinutes: 0, workedMinutes: 540 });
  });

  it('are each rounded down from the exact intervals, not from each other', () => {
    const start = instant('2026-10-05T08:00:00Z');
    const pauses = [
      { start: start + 1_000, end: start + 31_000 },
      { start: start + 40_000, end: start + 70_000 },
    ];
    expect(durationsOf(sessionAt(start, { end: start + 119_999, pauses }))).toEqual({
      durationMinutes: 1,
      pauseMinutes: 1,
      workedMinutes: 0,
    });
    const halfMinute = [{ start, end: start + 30_000 }];
    expect(durationsOf(sessionAt(start, { end: start + 120_000, pauses: halfMinute }))).toEqual({
      durationMinutes: 2,
      pauseMinutes: 0,
      workedMinutes: 1,
    });
  });

  it('add up except for rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (length, share) => {
        const pause = { start: 0, end: Math.floor(length * share) };
        const found = durationsOf(sessionAt(0, { end: length, pauses: pause.end > 0 ? [pause] : [] }));
        const { durationMinutes = 0, pauseMinutes = 0, workedMinutes = 0 } = found ?? {};
        expect([0, 1]).toContain(durationMinutes - pauseMinutes - workedMinutes);
      }),
    );
  });
});
