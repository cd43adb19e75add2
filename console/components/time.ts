import { DateTime } from 'luxon';
import { DAY_MS, findTimeZone, HOUR_MS } from '../../platform/core/instant.ts';
import { type Html, html } from './html.ts';
import { language, t } from './language.ts';

/** When and where a page is read: the present in epoch milliseconds, and the institution's time zone. */
export interface Present {
  readonly now: number;
  readonly timeZone: string;
}

/**
 * An instant (RFC 3339) as a person of the institution says it: how long ago, with the full date and time in the
 * tooltip.
 */
export function time(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}" title="${full(at)}">${relative(at, present.now)}</time>`;
}

/** The same with date and time in sight. */
export function timeAndDate(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}">${relative(at, present.now)} <span class="muted small">${at.toFormat(t.time.formats.dateTime)}</span></time>`;
}

/** A future instant: how soon, and at which time. */
export function timeAhead(instant: string, present: Present): Html {
  const at = local(instant, present);
  const seconds = Math.ceil((at.toMillis() - present.now) / 1_000);
  const words =
    seconds <= 0
      ? t.time.dueNow
      : seconds < 60
        ? language().relative.format(seconds, 'second')
        : relative(at, present.now);
  return html`<time datetime="${instant}">${words} <span class="muted small">${at.toFormat(t.time.formats.dateTime)}</span></time>`;
}

/** An instant as the value of a `datetime-local` field. */
export function fieldValue(instant: string, present: Present): string {
  return local(instant, present).toFormat("yyyy-MM-dd'T'HH:mm");
}

/** An instant to the millisecond, to be compared with the clocks and logs of others. */
export function exactTime(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}" title="${relative(at, present.now)}, ${full(at)}"><span class="muted">${at.toFormat(t.time.formats.dayOfMonth)}</span> ${at.toFormat('HH:mm:ss.SSS')}</time>`;
}

/** An instant as date and time, for future instants and comparisons. */
export function dateTime(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}" title="${full(at)}">${at.toFormat(t.time.formats.dateTime)}</time>`;
}

/** The same as text. */
export function dateTimeText(instant: string, present: Present): string {
  return local(instant, present).toFormat(t.time.formats.dateTime);
}

/** An instant as it is compared with what is typed: `2026-10-05 08:00`. */
export function localText(instant: string, present: Present): string {
  return local(instant, present).toFormat(t.time.formats.typed);
}

/** The same as HTML. */
export function localTime(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}" title="${relative(at, present.now)}, ${full(at)}">${localText(instant, present)}</time>`;
}

/** From when to when, below the heading of the first day: `09:00–17:00`, with another day beside its time. */
export function clockRange(start: string, end: string | undefined, present: Present): Html {
  const from = local(start, present);
  const to = end === undefined ? undefined : local(end, present);
  const day =
    to && !to.hasSame(from, 'day') && html` <span class="muted">${to.toFormat(t.time.formats.dayOfMonth)}</span>`;
  return html`<time datetime="${start}" title="${t.time.range(full(from), to ? full(to) : t.time.now)}">${from.toFormat('HH:mm')}–${to?.toFormat('HH:mm')}${day}</time>`;
}

/** An instant as the value of a `datetime-local` field with seconds. */
export function fieldValueWithSeconds(instant: string, present: Present): string {
  return local(instant, present).toFormat("yyyy-MM-dd'T'HH:mm:ss");
}

/** The value of a `datetime-local` field as it is compared with what is typed; what is none stays as it is. */
export function typedText(value: string): string {
  const at = DateTime.fromISO(value, { zone: 'utc' });
  return at.isValid ? at.toFormat(t.time.formats.typed) : value;
}

/** A date without a time, as it is compared with what is typed: `2026-10-05`; what is none stays as it is. */
export function dayText(value: string): string {
  const at = DateTime.fromISO(value, { zone: 'utc' });
  return at.isValid ? at.toFormat(t.time.formats.typedDay) : value;
}

/** A month (`2026-09`) in words: “September 2026”. */
export function monthText(month: string): string {
  return DateTime.fromISO(month, { zone: 'utc', locale: language().tag }).toFormat(t.time.formats.month);
}

/** Minutes as hours: `7:05`. */
export function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The time of day of an instant, for rows below the heading of its day. */
export function timeOfDay(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}" title="${relative(at, present.now)}, ${full(at)}">${at.toFormat('HH:mm:ss')}</time>`;
}

/** The day of an instant in words. */
export function dayOf(instant: string, present: Present): string {
  return local(instant, present).toFormat(t.time.formats.dayInWords);
}

/** The day of an instant. */
export function date(instant: string, present: Present): Html {
  const at = local(instant, present);
  return html`<time datetime="${instant}" title="${full(at)}">${at.toFormat(t.time.formats.date)}</time>`;
}

/** The present time of day in the institution. */
export function clockTime({ now, timeZone }: Present): Html {
  const at = DateTime.fromMillis(now, { zone: timeZone, locale: language().tag });
  return html`<time datetime="${at.toISO() ?? ''}">${at.toFormat('HH:mm')}</time>`;
}

/** The present day and time in a time zone; undefined if there is no such zone. */
export function presentIn(timeZone: string, { now }: Present): Html | undefined {
  const zone = findTimeZone(timeZone);
  if (zone === null) return undefined;
  const at = DateTime.fromMillis(now, { zone, locale: language().tag });
  return at.isValid ? html`<time datetime="${at.toISO()}">${at.toFormat(t.time.formats.timeAndDay)}</time>` : undefined;
}

function local(instant: string, { timeZone }: Present): DateTime {
  return DateTime.fromISO(instant, { zone: timeZone, locale: language().tag });
}

function full(at: DateTime): string {
  return at.toFormat(t.time.formats.dateAndSeconds);
}

function relative(at: DateTime, now: number): string {
  const ms = at.toMillis() - now;
  if (Math.abs(ms) < JUST_NOW_MS) return t.time.justNow;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(ms) >= each) ?? SECOND;
  return language().relative.format(Math.trunc(ms / length), unit);
}

const JUST_NOW_MS = 5_000;
const SECOND = ['second', 1_000] as const;
/** Years and months as people round them; the tooltip has the date. */
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
  SECOND,
] as const;
