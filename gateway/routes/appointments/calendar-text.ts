import ical, { escape as escaped, foldLines, ICalCalendarMethod } from 'ical-generator';
import type { CalendarMessages } from '../../../languages/en/calendar.ts';
import { messagesOf } from '../../../languages/messages-of.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { Room } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { Appointment } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { CalendarZone } from './calendar-zone.ts';

/** The fields of a user that a calendar shows. */
export type Organizer = Pick<User, 'name' | 'email' | 'updatedAt'>;

/** An appointment in a calendar. */
export interface CalendarEntry {
  readonly appointment: Appointment;
  /** When it was deleted, as an instant's text; a deleted appointment is shown as cancelled. */
  readonly deletedAt: string | undefined;
  readonly organizer: Organizer | undefined;
  readonly rooms: readonly Pick<Room, 'name' | 'updatedAt'>[];
}

const messagesIn = await messagesOf<CalendarMessages>('calendar');

/** How all entries of a calendar are written. */
export interface Style {
  /** In which times are; null for UTC. */
  readonly zone: CalendarZone | null;
  /** Of the words that are ours: one that the product speaks. */
  readonly language: string;
}

/**
 * Writes entries as lines of a calendar (RFC 5545). The same entries give the
 * same lines. Escaping and folding are the library's; its event objects are not used, because they take eight times as
 * long, and a calendar has thousands.
 */
export function eventLines(entries: readonly CalendarEntry[], style: Style): string {
  return foldLines(entries.map((entry) => linesOf(entry, style)).join(''));
}

/** The properties of a calendar that programs subscribe to (RFC 7986). */
export interface Published {
  readonly name: string;
}

/** Everything before the first event. */
export function calendarHead({ zone, language }: Style, published?: Published): string {
  const prodId = { company: 'Lyceum', product: 'Appointments', language };
  const empty = ical({ prodId, method: ICalCalendarMethod.PUBLISH });
  const own = published ? foldLines(publishedLines(published)) : '';
  return empty.toString().slice(0, -END.length) + own + (zone?.component ?? '');
}

const END = 'END:VCALENDAR';

/**
 * Written here because the library does not escape a name. With the standard's properties and the older ones, which
 * more programs know.
 */
function publishedLines({ name }: Published): string {
  return [
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}\r\n`,
  ].join('\r\n');
}

/** How often programs should read a calendar again. */
const REFRESH = 'PT1H';

/** Everything after the last event. */
export const CALENDAR_TAIL = `${END}\r\n`;

function linesOf(entry: CalendarEntry, { zone, language }: Style): string {
  const { appointment, deletedAt, organizer, rooms } = entry;
  const { id, title, notes, dateTime, duration, onlineAddress, location, address, createdAt } = appointment;
  const lastChange = lastChangeOf(entry);
  const changed = utc(lastChange);
  const locations = [location, ...rooms.map(({ name }) => name), address].filter((part) => Boolean(part)).join(', ');
  return [
    'BEGIN:VEVENT',
    `UID:${id}@lyceum`,
    `SEQUENCE:${appointment.sequence + secondsBetween(createdAt, lastChange)}`,
    `DTSTAMP:${changed}`,
    ...timesOf(fromInstantText(dateTime), duration, zone),
    `SUMMARY:${text(title)}`,
    ...(locations === '' ? [] : [`LOCATION:${text(locations)}`]),
    ...(notes === undefined ? [] : [`DESCRIPTION:${text(notes)}`]),
    ...(organizer ? [organizerLine(organizer, language)] : []),
    ...(onlineAddress === undefined ? [] : [`URL;VALUE=URI:${uriOf(onlineAddress)}`]),
    `STATUS:${deletedAt === undefined ? 'CONFIRMED' : 'CANCELLED'}`,
    `CREATED:${utc(createdAt)}`,
    `LAST-MODIFIED:${changed}`,
    'END:VEVENT\r\n',
  ].join('\r\n');
}

/**
 * The last change of anything that an entry shows, as an instant's text. Not the time of the request: an unchanged
 * calendar must be the same bytes. It never goes back: removing a room or an organizer changes the appointment itself,
 * later than all earlier changes. For the same reason SEQUENCE counts the appointment's own changes, and the seconds
 * until this one.
 */
function lastChangeOf({ appointment, deletedAt, organizer, rooms }: CalendarEntry): string {
  const shown = [deletedAt, organizer?.updatedAt, ...rooms.map(({ updatedAt }) => updatedAt)];
  return shown.reduce<string>((latest, each = '') => (each > latest ? each : latest), appointment.updatedAt);
}

/** Whole seconds from one instant's text to a later one: a counter of 31 bits has room for those of 68 years. */
function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((fromInstantText(to) - fromInstantText(from)) / 1_000));
}

/**
 * Start and end, both in the zone or both in UTC. An end beyond the last year that a calendar can write becomes the end
 * of that year.
 */
function timesOf(startMs: number, minutes: number, zone: CalendarZone | null): [string, string] {
  const endMs = Math.min(startMs + minutes * 60_000, LAST_MS);
  const [start, end] = [zone?.offsetAt(startMs), zone?.offsetAt(endMs)];
  if (zone && typeof start === 'number' && typeof end === 'number') {
    const local = (epochMs: number) => utc(toInstantText(epochMs)).slice(0, -1);
    return [`DTSTART;TZID=${zone.id}:${local(startMs + start)}`, `DTEND;TZID=${zone.id}:${local(endMs + end)}`];
  }
  return [`DTSTART:${utc(toInstantText(startMs))}`, `DTEND:${utc(toInstantText(endMs))}`];
}

const LAST_MS = fromInstantText('9999-12-31T23:59:59.999Z');

/** An instant without its milliseconds: `20261012T080000Z`. */
function utc(instant: string): string {
  return `${instant.slice(0, 4)}${instant.slice(5, 7)}${instant.slice(8, 13)}${instant.slice(14, 16)}${instant.slice(17, 19)}Z`;
}

/** Cached per user: few users organise all entries of a calendar. */
function organizerLine(organizer: Organizer, language: string): string {
  const known = organizerLines.get(organizer);
  if (known !== undefined) return known;
  const name = plain(organizer.name);
  const shown = name || messagesIn(language).organizer;
  const line = `ORGANIZER;CN="${escaped(shown, true)}":mailto:${mailboxOf(organizer.email)}`;
  // A word of ours is that of one calendar's language.
  if (name) organizerLines.set(organizer, line);
  return line;
}

const organizerLines = new WeakMap<Organizer, string>();

function text(value: string): string {
  return escaped(plain(value), false);
}

/**
 * Text that a calendar may hold (RFC 5545, 3.3.11): every kind of line break becomes `\n`, and control characters other
 * than tabs are removed.
 */
function plain(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replaceAll(/\r\n|[\r\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '');
}

const PRINTABLE_ASCII = /^[ -~]*$/;

/**
 * An address in encoded form. Comma and semicolon, valid in a URI, are encoded too, because readers treat the line as
 * text.
 */
function uriOf(onlineAddress: string): string {
  return new URL(onlineAddress).href.replaceAll(',', '%2C').replaceAll(';', '%3B');
}

/** An email address for a `mailto:` URI. */
function mailboxOf(email: string): string {
  return email.split('@').map(encodeURIComponent).join('@');
}
