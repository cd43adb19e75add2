import { HOUR_MS } from '../../../platform/core/instant.ts';
import { localDate } from '../reference/local-day.ts';

/** Some days of a zone, and the instants in them at which its date or its offset from UTC changes. */
export interface CalendarWindow {
  readonly zone: string | null;
  readonly changes: readonly number[];
}

const HALF_MS = 60 * HOUR_MS;
const STEP_MS = 15 * 60 * 1000;

/** Days in which something is odd about midnight, or about the length of a day, and others. */
export const calendarWindows: readonly CalendarWindow[] = (
  [
    [null, '2026-10-05T00:00Z'],
    ['UTC', '2016-12-31T12:00Z'],
    ['Europe/Berlin', '2026-03-29T01:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00Z'],
    ['America/Sao_Paulo', '2017-10-15T03:00Z'],
    ['America/Sao_Paulo', '2018-02-18T02:00Z'],
    ['America/Sao_Paulo', '2018-11-04T03:00Z'],
    ['Africa/Cairo', '2023-04-27T22:00Z'],
    ['Africa/Cairo', '2023-10-26T21:00Z'],
    ['Asia/Beirut', '2022-03-26T22:00Z'],
    ['Asia/Beirut', '2022-10-29T21:00Z'],
    ['America/Havana', '2026-03-08T05:00Z'],
    ['America/Havana', '2026-11-01T05:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
    ['Asia/Kathmandu', '2026-10-05T00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00Z'],
    ['Pacific/Kiritimati', '2026-12-31T10:00Z'],
    ['America/St_Johns', '2026-03-08T05:30Z'],
    ['America/St_Johns', '2026-11-01T04:30Z'],
  ] as const
).map(([zone, middle]) => windowAround(zone, Date.parse(middle)));

/** The nights in which clocks went from a minute after midnight back to the day before: two dates take turns. */
export const repeatedDates: readonly CalendarWindow[] = (
  [
    ['America/St_Johns', '2009-11-01T02:30Z'],
    ['America/St_Johns', '2010-11-07T02:30Z'],
    ['Antarctica/Casey', '2010-03-04T15:00Z'],
  ] as const
).map(([zone, middle]) => windowAround(zone, Date.parse(middle)));

/** A window of sixty hours to either side. */
export function windowAround(zone: string | null, middle: number): CalendarWindow {
  const offset = new Intl.DateTimeFormat('en-US', { timeZone: zone ?? 'UTC', timeZoneName: 'longOffset' });
  const nameOf = (instant: number) => `${localDate(instant, zone)} ${offset.formatToParts(instant).at(-1)?.value}`;
  const changes: number[] = [];
  for (let from = middle - HALF_MS; from < middle + HALF_MS; from += STEP_MS) {
    if (nameOf(from) === nameOf(from + STEP_MS)) continue;
    let [before, after] = [from, from + STEP_MS];
    while (after - before > 1) {
      const between = Math.floor((before + after) / 2);
      if (nameOf(between) === nameOf(before)) before = between;
      else after = between;
    }
    changes.push(after);
  }
  return { zone, changes };
}
