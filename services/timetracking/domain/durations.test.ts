import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionAt } from '../../../test/support/timetracking/records.ts';
import { durationsOf } from './durations.ts';

describe('the durations of a record', () => {
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
