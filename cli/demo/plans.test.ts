import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, fromInstantText } from '../../platform/core/instant.ts';
import { demoDay, demoInstant } from './local-time.ts';
import { timeRecordsBefore } from './time-records.ts';
import { timetableOf } from './timetable.ts';

/** Any instant of many years, and often one near a change of clocks or the end of a year. */
const anInstant = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) }),
  fc
    .tuple(fc.constantFrom('2026-10-25', '2027-03-28', '2026-12-31', '2028-02-29'), fc.integer({ min: -33, max: 33 }))
    .map(([day, days]) => fromInstantText(`${day}T01:00:00Z`) + days * DAY_MS),
);

interface Span {
  readonly of: string;
  readonly start: number;
  readonly end: number;
}

function overlaps(spans: readonly Span[]): Span[] {
  return spans.filter((a) => spans.some((b) => a !== b && a.of === b.of && a.start < b.end && b.start < a.end));
}

it('the timetable of any day has two weeks, in which no room and no teacher has two lessons at a time', () => {
  fc.assert(
    fc.property(anInstant, (at) => {
      const day = demoDay(at);
      const lessons = timetableOf(day);
      const spans = (of: 'room' | 'teacher'): Span[] =>
        lessons.map((lesson) => {
          const start = fromInstantText(lesson.dateTime);
          return { of: lesson[of], start, end: start + lesson.duration * 60_000 };
        });
      expect(overlaps([...spans('room'), ...spans('teacher')])).toEqual([]);
      const monday = day.subtract({ days: day.dayOfWeek - 1 });
      const days = lessons.map(({ dateTime }) => demoDay(fromInstantText(dateTime)).since(monday).days);
      expect([...new Set(days)]).toEqual([0, 3, 4, 7, 10, 11]);
      // In the morning, whatever the clocks do.
      expect(demoInstant(monday, '08:15')).toBe(lessons[0]?.dateTime);
    }),
    { numRuns: 300 },
  );
});

it('the time records before any day are of the thirty days before it, and no member has two at a time', () => {
  fc.assert(
    fc.property(anInstant, (at) => {
      const day = demoDay(at);
      const { logs, correction, forgetful } = timeRecordsBefore(day);
      const span = (of: string, from: string, to: string): Span => ({
        of,
        start: fromInstantText(from),
        end: fromInstantText(to),
      });
      const evening = demoInstant(demoDay(fromInstantText(forgetful.forgotten)).add({ days: 1 }), '00:00');
      const spans = [
        ...logs.map(({ code, startTime, endTime }) => span(code, startTime, endTime)),
        span(forgetful.code, forgetful.forgotten, evening),
        span(forgetful.code, forgetful.start, forgetful.stop),
      ];
      expect(overlaps(spans)).toEqual([]);
      const first = fromInstantText(demoInstant(day.subtract({ days: 30 }), '00:00'));
      const last = fromInstantText(demoInstant(day, '00:00'));
      expect(spans.filter(({ start, end }) => start < first || end <= start || end > last)).toEqual([]);
      expect(
        logs.filter(({ startTime, endTime, pauses }) =>
          pauses.some((pause) => pause.startTime < startTime || pause.endTime > endTime),
        ),
      ).toEqual([]);
      const corrected = logs.find(
        ({ code, startTime }) => code === correction.code && startTime === correction.startTime,
      );
      expect(corrected?.endTime).not.toBe(correction.endTime);
      // One log per member and working day; Christmas and New Year are as other days here.
      const members = new Set(spans.map(({ of }) => of)).size;
      expect(spans.length % members).toBe(0);
      expect(spans.length / members).toBeGreaterThanOrEqual(20);
    }),
    { numRuns: 300 },
  );
});
