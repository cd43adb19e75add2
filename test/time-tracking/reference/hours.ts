import { endOfDay, localDate } from './local-day.ts';
import type { ReferencePause, ReferenceState } from './records.ts';
import { instantText } from './shown.ts';

/** Dates, half-open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The hours of a member by local days (`GET /time-tracking/totals`), without `userId`. Not for dates that come twice.
 */
export function hoursShown({ zone, records }: ReferenceState, { from, to }: Days): object {
  const logs = records.flatMap(({ startTime, endTime, pauses, autoClosed }) =>
    endTime === null ? [] : [{ span: { start: startTime, end: endTime }, pauses: pauses.map(spanOf), autoClosed }],
  );
  const sumOver = (spans: readonly Span[]) => {
    const sum = { worked: 0, paused: 0, logs: 0, autoClosed: 0 };
    for (const { span, pauses, autoClosed } of logs) {
      const there = spans.flatMap((day) => common(span, day));
      if (there.length === 0) continue;
      const paused = lengthOf(there.flatMap((part) => pauses.flatMap((pause) => common(pause, part))));
      sum.worked += lengthOf(there) - paused;
      sum.paused += paused;
      sum.logs++;
      if (autoClosed) sum.autoClosed++;
    }
    const { worked, paused, ...counts } = sum;
    return { workedMinutes: Math.floor(worked / MINUTE_MS), pauseMinutes: Math.floor(paused / MINUTE_MS), ...counts };
  };
  const days = datesOf({ from, to }).map((date) => ({ date, spans: spansOf(date, zone) }));
  const open = records.find(({ endTime }) => endTime === null);
  return {
    timeZone: zone ?? 'UTC',
    from,
    to,
    ...sumOver(days.flatMap(({ spans }) => spans)),
    openSession: open ? { id: open.id, startTime: instantText(open.startTime) } : null,
    periods: days.map(({ date, spans }) => ({ start: date, end: dayAfter(date), ...sumOver(spans) })),
  };
}

/** The days of all records, and one more at either end; at most a year. */
export function daysAround({ zone, records }: ReferenceState): Days {
  const instants = records.flatMap(({ startTime, endTime }) => [startTime, endTime ?? startTime]);
  const dates = instants.map((instant) => localDate(instant, zone)).sort();
  const from = dayAfter(dates[0] ?? '2026-10-05', -1);
  const [last, year] = [dayAfter(dates.at(-1) ?? from, 2), dayAfter(from, 366)];
  return { from, to: last < year ? last : year };
}

function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function datesOf({ from, to }: Days): string[] {
  const dates: string[] = [];
  for (let date = from; date < to; date = dayAfter(date)) dates.push(date);
  return dates;
}

const known = new Map<string, readonly Span[]>();

/** The time that shows a date: none where a zone skipped it. */
function spansOf(date: string, zone: string | null): readonly Span[] {
  return known.getOrInsertComputed(`${date} ${zone}`, () => {
    const noon = Date.parse(`${date}T12:00:00Z`);
    // No zone is a day and a half from UTC.
    for (let end = endOfDay(noon - 2 * DAY_MS, zone) + 1; end < noon + 2 * DAY_MS; ) {
      const start = end;
      end = endOfDay(start, zone) + 1;
      if (localDate(start, zone) === date) return [{ start, end }];
    }
    return [];
  });
}

function spanOf({ startTime, endTime }: ReferencePause): Span {
  return { start: startTime, end: endTime ?? startTime };
}

function common(one: Span, other: Span): Span[] {
  const both = { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
  return both.start < both.end ? [both] : [];
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
