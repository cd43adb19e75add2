import ical, { foldLines, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import type { User } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { Appointment } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { fromInstantText } from '../../services/chassis/instant.ts';
import type { CalendarZone } from './calendar-zone.ts';

/** An appointment in a calendar. */
export interface CalendarEntry {
  readonly appointment: Appointment;
  /** When it was deleted, as text; such an entry is cancelled. */
  readonly deletedAt: string | undefined;
  readonly organizer: User | undefined;
  readonly roomNames: readonly string[];
}

/** Entries as lines of a calendar (RFC 5545): times in the zone, or in UTC without one. The same entries give the same lines. */
export function eventLines(entries: readonly CalendarEntry[], zone: CalendarZone | null): string {
  const calendar = ical();
  const events = entries.map((entry) => calendar.createEvent(eventOf(entry, zone)).toString());
  return foldLines(events.join(''));
}

/** A whole calendar around lines of events. */
export function calendarAround(lines: readonly string[], zone: CalendarZone | null): string {
  const empty = ical({ prodId: { company: 'Lyceum', product: 'Appointments' }, method: ICalCalendarMethod.PUBLISH });
  const head = empty.toString().slice(0, -END.length);
  return [head, zone?.component ?? '', ...lines, END, '\r\n'].join('');
}

const END = 'END:VCALENDAR';

function eventOf(
  { appointment, deletedAt, organizer, roomNames }: CalendarEntry,
  zone: CalendarZone | null,
): ICalEventData {
  const { id, title, notes, dateTime, duration, onlineAddress, location, address, createdAt, updatedAt } = appointment;
  const changed = Temporal.Instant.from(deletedAt ?? updatedAt);
  const places = [location, ...roomNames, address].filter((place) => Boolean(place)).join(', ');
  return {
    id: `${id}@lyceum`,
    sequence: appointment.sequence,
    // Not the time of the request: a calendar in which nothing has changed is the same bytes.
    stamp: changed,
    lastModified: changed,
    created: Temporal.Instant.from(createdAt),
    status: deletedAt === undefined ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    ...timesOf(fromInstantText(dateTime), duration, zone),
    summary: plain(title),
    ...(notes === undefined ? {} : { description: plain(notes) }),
    ...(places === '' ? {} : { location: plain(places) }),
    ...(onlineAddress === undefined ? {} : { url: uriOf(onlineAddress) }),
    ...(organizer
      ? { organizer: { name: plain(organizer.name) || 'Organizer', email: mailboxOf(organizer.email) } }
      : {}),
  };
}

/** Begin and end, both in the zone or both in UTC. An end beyond the last year that a calendar can write is the end of that year. */
function timesOf(
  startMs: number,
  minutes: number,
  zone: CalendarZone | null,
): Pick<ICalEventData, 'start' | 'end' | 'timezone'> {
  const [start, end] = [startMs, Math.min(startMs + minutes * 60_000, LAST_MS)].map((epochMs) =>
    Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone?.id ?? 'UTC'),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  const timezone = zone?.tells(start) && zone.tells(end) ? zone.id : null;
  return { start, end, timezone };
}

const LAST_MS = fromInstantText('9999-12-31T23:59:59.999Z');

/** Text as a calendar may hold it (RFC 5545, 3.3.11): every kind of line break is one, and there are no other control characters but tabs. */
function plain(text: string): string {
  return text.replaceAll(/\r\n|[\r\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '');
}

/** An address in its encoded form; comma and semicolon, which are themselves in a URI, too: what writes the line would escape them as text. */
function uriOf(onlineAddress: string): string {
  return new URL(onlineAddress).href.replaceAll(',', '%2C').replaceAll(';', '%3B');
}

/** An email as it stands in a `mailto:` URI. */
function mailboxOf(email: string): string {
  return email.split('@').map(encodeURIComponent).join('@');
}
