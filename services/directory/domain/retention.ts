import { toInstantText } from '../../../platform/core/instant.ts';
import type { StoredSettings } from './settings.ts';

/** What an institution does not keep any longer on a day. */
export interface Cuts {
  /** The day, in the time zone of the institution. */
  readonly on: string;
  /** Instant texts: what is older goes. Null for what is kept. */
  readonly people: string | null;
  readonly notes: string | null;
  readonly hours: string | null;
  readonly audit: string | null;
}

/** Before when things go on a day. */
export function cutsOn(on: Temporal.PlainDate, settings: StoredSettings): Cuts {
  const zone = zoneOf(settings);
  const cut = (months: number | null) => (months === null ? null : cutBefore(on, months, zone));
  const inMonths = (years: number | null) => years && years * MONTHS;
  return {
    on: String(on),
    people: cut(settings.retentionPeopleMonths),
    notes: cut(settings.retentionNotesMonths),
    hours: cut(inMonths(settings.retentionHoursYears)),
    audit: cut(inMonths(settings.retentionAuditYears)),
  };
}

/** From when on time records stay at least, also those of a person who is erased: instant text; null without a rule. */
export function hoursKeptFrom(now: number, settings: StoredSettings): string | null {
  const years = settings.retentionKeepHoursYears;
  return years === null ? null : cutBefore(dayIn(now, settings), years * MONTHS, zoneOf(settings));
}

/**
 * The instant before which things are so many months old on a day: from the day on which they are, by the days of a
 * zone. What is of the 31st is a month old on the last day of a shorter month.
 */
export function cutBefore(on: Temporal.PlainDate, months: number, zone: string): string {
  const last = on.subtract({ months });
  const isMonthEnd = on.day === on.daysInMonth;
  return endOf(isMonthEnd ? last.with({ day: last.daysInMonth }) : last, zone);
}

/** When the day after that of an instant (epoch milliseconds) begins: instant text. */
export function nextDay(now: number, settings: StoredSettings): string {
  return endOf(dayIn(now, settings), zoneOf(settings));
}

/** The day of an instant, in epoch milliseconds. */
export function dayIn(now: number, settings: StoredSettings): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zoneOf(settings)).toPlainDate();
}

/** Whether anything goes by its age. */
export function hasRetention(settings: StoredSettings): boolean {
  const { retentionPeopleMonths: people, retentionNotesMonths: notes } = settings;
  return [people, notes, settings.retentionHoursYears, settings.retentionAuditYears].some((each) => each !== null);
}

/** When the day after a day begins. */
function endOf(day: Temporal.PlainDate, zone: string): string {
  return toInstantText(day.add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds);
}

function zoneOf({ timeTrackingTimezone: zone }: StoredSettings): string {
  return zone ?? 'UTC';
}

const MONTHS = 12;
