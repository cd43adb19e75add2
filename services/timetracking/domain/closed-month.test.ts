import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sessionAt } from '../../../test/support/timetracking/records.ts';
import { type Closing, closingOf, lastDayOf, monthThatIsOver, permitted } from './closed-month.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu'];
const MINUTE_MS = 60_000;

const month = fc
  .tuple(fc.integer({ min: 1980, max: 2100 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`);
const zone = fc.constantFrom(...ZONES);

it('a month is from its first local instant to that of the next, and over a minute later', () => {
  fc.assert(
    fc.property(month, zone, (of, where) => {
      const span = monthThatIsOver(of, where, Date.parse('2200-01-01'));
      if (!span) throw new Error('it is over');
      const local = (at: number) =>
        String(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(where).toPlainDate());
      expect(local(span.start).slice(0, 7)).toBe(of);
      expect(local(span.start - 1).slice(0, 7)).not.toBe(of);
      expect(local(span.end - 1).slice(0, 7)).toBe(of);
      expect(local(span.end).slice(0, 7)).not.toBe(of);
      expect(lastDayOf(of)).toBe(`${of}-${Temporal.PlainYearMonth.from(of).daysInMonth}`);
      expect(monthThatIsOver(of, where, span.end + MINUTE_MS - 1)).toBeNull();
      expect(monthThatIsOver(of, where, span.end + MINUTE_MS)).toEqual(span);
    }),
  );
});

it('a record is permitted exactly if no instant of it, nor of what it was, is in a closed month', () => {
  const closings: readonly Closing[] = [
    { month: '2026-03', start: 300, end: 400 },
    { month: '2026-01', start: 100, end: 200 },
  ];
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 500 }), fc.option(fc.integer({ min: 1, max: 400 })))
    .map(([start, length]) => ({ start, end: length === null ? null : start + length }));
  const met = ({ start, end }: { start: number; end: number | null }) =>
    closings.filter((closing) => {
      for (let at = closing.start; at < closing.end; at++) if (at >= start && (end === null || at < end)) return true;
      return false;
    });
  fc.assert(
    fc.property(interval, interval, (now, before) => {
      const all = [...met(now), ...met(before)].toSorted((a, b) => b.end - a.end);
      expect(closingOf(closings, now, before)).toEqual(all[0] ?? null);
      const write = () => permitted(sessionAt(now.start, now), closings, sessionAt(before.start, before));
      if (all.length === 0) expect(write()).toMatchObject(now);
      else
        expect(write).toThrow(
          expect.objectContaining({
            code: 'MONTH_CLOSED',
            extensions: { closedThrough: lastDayOf(all[0]?.month ?? '') },
          }),
        );
    }),
  );
});
