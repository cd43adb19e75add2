import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { type Interval, keptPauseFaults, logFaults } from './log-faults.ts';

const pointersOf = (log: Interval, ...pauses: Interval[]) => logFaults(log, pauses).map(({ pointer }) => pointer);

describe('the violations of a log', () => {
  it.each([
    ['366 days', 366 * DAY_MS, []],
    ['a millisecond more', 366 * DAY_MS + 1, ['/endTime']],
    ['eight thousand years', 8_000 * 365 * DAY_MS, ['/endTime']],
  ])('include that it lasts too long: %s', (_, length, pointers) => {
    const log = { start: 100, end: 100 + length };
    expect(pointersOf(log)).toEqual(pointers);
    expect(logFaults(log, []).map(({ code }) => code)).toEqual(pointers.map(() => 'too_big'));
    expect(pointersOf(log, { start: 99, end: 120 })).toEqual([...pointers, '/pauses/0/startTime']);
  });

  it('are empty exactly when every pause lies inside and overlaps no other', () => {
    const at = fc.integer({ min: 0, max: 12 });
    const interval = fc.record({ start: at, end: at });
    fc.assert(
      fc.property(interval, fc.array(interval, { maxLength: 4 }), (log, pauses) => {
        const good =
          log.start < log.end &&
          pauses.every(({ start, end }) => log.start <= start && start < end && end <= log.end) &&
          pauses.every(({ start }, index) => pauses.slice(0, index).every((other) => other.end <= start));
        expect(logFaults(log, pauses).length === 0).toBe(good);
      }),
      { numRuns: 2000 },
    );
  });

  it('that keeps its pauses are empty exactly when every one still lies inside', () => {
    const at = fc.integer({ min: 0, max: 6 });
    const interval = fc.record({ start: at, end: at });
    const pause = interval.filter(({ start, end }) => start < end);
    fc.assert(
      fc.property(interval, fc.array(pause, { maxLength: 3 }), (log, pauses) => {
        const areInside = pauses.every(({ start, end }) => log.start <= start && end <= log.end);
        expect(keptPauseFaults(log, pauses).length === 0).toBe(log.start < log.end && areInside);
      }),
      { numRuns: 1000 },
    );
  });
});
