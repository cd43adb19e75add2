import { LRUCache } from 'lru-cache';
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library';
import { DAY_MS } from '../../../platform/core/instant.ts';

/** A time zone as calendars write it (RFC 5545, 3.6.5). */
export interface CalendarZone {
  /** The TZID. */
  readonly id: string;
  /** The VTIMEZONE component; every line ends with CRLF, the last one too. */
  readonly component: string;
  /**
   * The offset at an instant, in milliseconds, if every reader that has only the component maps the wall time back to
   * the same instant. Null if not: where a wall time occurs twice, of which some readers take the second, and where the
   * component's rules, which are today's, differ from the zone's own (in past years, and in zones whose rule the
   * component cannot express).
   */
  offsetAt(epochMs: number): number | null;
}

/**
 * Returns the calendar zone of an IANA name in any case; null when there is none to write: UTC, and names without a
 * component.
 */
export function findCalendarZone(name: string): CalendarZone | null {
  const known = NAMES.get(name.toLowerCase());
  return known === undefined ? null : zones.getOrInsertComputed(known, makeZone);
}

/** Cached without a bound: there are only some hundred zones. */
const zones = new Map<string, CalendarZone | null>();

function makeZone(known: string): CalendarZone | null {
  const [component = '', parameter = ''] = tzlib_get_ical_block(known, false);
  const id = parameter.slice('TZID='.length);
  if (UTC.test(id)) return null;
  const observances = [...component.matchAll(OBSERVANCE)].map(([, lines = '']) => new Observance(lines));
  return {
    id,
    component: `${component}\r\n`,
    offsetAt: rememberDays((epochMs) => {
      const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(id);
      const wall = at.toPlainDateTime();
      const isFound =
        at.year <= LAST_YEAR && at.offset.replace(':', '') === offsetAt(wall, observances) && isUnique(wall, id);
      return isFound ? at.offsetNanoseconds / 1e6 : null;
    }),
  };
}

/** Whether a wall time occurs once. */
function isUnique(wall: Temporal.PlainDateTime, zone: string): boolean {
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(zone, { disambiguation }),
  );
  return first?.epochMilliseconds === last?.epochMilliseconds;
}

/**
 * Computes the offset at both ends of a day (UTC) once. If they are equal it is that of every instant in between, since
 * no zone changes its offset and changes it back on one day.
 */
function rememberDays(offsetAt: CalendarZone['offsetAt']): CalendarZone['offsetAt'] {
  const days = new LRUCache<number, { readonly offset: number | null | undefined }>({ max: MAX_DAYS });
  return (epochMs) => {
    const day = Math.floor(epochMs / DAY_MS);
    let known = days.get(day);
    if (!known) {
      const [first, last] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS - 1)];
      known = { offset: first === last ? first : undefined };
      days.set(day, known);
    }
    return known.offset === undefined ? offsetAt(epochMs) : known.offset;
  };
}

/** Per zone: some decades. */
const MAX_DAYS = 10_000;

const NAMES = new Map([...tzlib_get_timezones(false)].map((name) => [name.toLowerCase(), name]));
const UTC = /^Etc\/(UTC|GMT|UCT|Zulu|Greenwich|Universal)$/;
const OBSERVANCE = /BEGIN:(?:STANDARD|DAYLIGHT)\r\n([\s\S]*?)END:/g;
/** Calendars write years with four digits. */
const LAST_YEAR = 9999;

/** The offset in effect at a wall time: that of the latest onset at or before it, or the one before the first onset. */
function offsetAt(wall: Temporal.PlainDateTime, observances: readonly Observance[]): string | undefined {
  const onsets = observances
    .flatMap((observance) => observance.onsetsUntil(wall.year).map((at) => ({ at, observance })))
    .sort((one, other) => Temporal.PlainDateTime.compare(one.at, other.at));
  const latest = onsets.findLast(({ at }) => Temporal.PlainDateTime.compare(at, wall) <= 0);
  return latest?.observance.offsetTo ?? onsets[0]?.observance.offsetFrom;
}

/**
 * A STANDARD or DAYLIGHT component: an offset that begins once, or every year on the nth or last weekday of a month.
 */
class Observance {
  readonly offsetFrom: string;
  readonly offsetTo: string;
  readonly #first: Temporal.PlainDateTime;
  readonly #rule: { readonly month: number; readonly nth: number; readonly weekday: number } | null;
  readonly #onsets = new Map<number, Temporal.PlainDateTime>();

  constructor(lines: string) {
    const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(lines)?.[1]?.trim() ?? '';
    this.offsetFrom = value('TZOFFSETFROM');
    this.offsetTo = value('TZOFFSETTO');
    this.#first = Temporal.PlainDateTime.from(value('DTSTART'));
    const rule = YEARLY.exec(value('RRULE'));
    this.#rule = rule && { month: Number(rule[1]), nth: Number(rule[2]), weekday: WEEKDAYS.indexOf(rule[3] ?? '') + 1 };
  }

  /** Its last two onsets up to the end of a year, or fewer if it has not begun twice. */
  onsetsUntil(year: number): Temporal.PlainDateTime[] {
    if (!this.#rule || year <= this.#first.year) return [this.#first];
    return [year - 1, year].map((each) => this.#onsets.getOrInsertComputed(each, (it) => this.#onsetIn(it)));
  }

  #onsetIn(year: number): Temporal.PlainDateTime {
    if (!this.#rule || year === this.#first.year) return this.#first;
    const { month, nth, weekday } = this.#rule;
    const start = Temporal.PlainDate.from({ year, month, day: 1 });
    const firstMatch = start.add({ days: (weekday - start.dayOfWeek + 7) % 7 });
    const matches = Math.floor((start.daysInMonth - firstMatch.day) / 7) + 1;
    const weeks = nth > 0 ? nth - 1 : matches + nth;
    return firstMatch.add({ weeks }).toPlainDateTime(this.#first.toPlainTime());
  }
}

/** The only form of rule that the components use. */
const YEARLY = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)([A-Z]{2})$/;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
