import { firstSpoken } from '../../../languages/names.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { batchGet } from '../../../platform/core/batch-get.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Room, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import {
  AppointmentService,
  type CalendarEntry as ListedEntry,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { CalendarFilter } from '../../admission/feed-calendar.ts';
import type { Document } from '../../endpoint/endpoint-call.ts';
import type { AnswerBody } from '../../http/answer-body.ts';
import {
  CALENDAR_TAIL,
  type CalendarEntry,
  calendarHead,
  eventLines,
  type Organizer,
  type Published,
  type Style,
} from './calendar-text.ts';
import { findCalendarZone } from './calendar-zone.ts';

/** The records of other services that a calendar names. */
interface Named {
  readonly users: ReadonlyMap<string, Organizer>;
  readonly rooms: ReadonlyMap<string, Room>;
}

/**
 * A calendar of the latest entries of a filter, in the institution's time zone. Its version covers everything that its
 * text depends on, without building the text: the state of its entries, of their organisers and rooms, the zone and the
 * language.
 * The text is built from the newest page backwards. A change meanwhile may already show in it; the next request then
 * has another version.
 * @param language that of the calendar's person, if they have chosen one; else it is the institution's
 */
export async function getCalendar(
  call: Call,
  filter: CalendarFilter,
  { published, language: own }: { readonly published?: Published; readonly language?: string } = {},
): Promise<Document> {
  const [{ institution }, { version, organizerIds, roomIds }] = await Promise.all([
    call(InstitutionService.method.getInstitution, {}),
    call(AppointmentService.method.getCalendarVersion, { filter }),
  ]);
  const { timeTrackingTimezone = 'UTC', language } = institution?.settings ?? {};
  const style = { zone: findCalendarZone(timeTrackingTimezone), language: firstSpoken(own, language) };
  const { zone } = style;
  const [users, rooms] = await Promise.all([
    batchGet(
      organizerIds,
      async (ids) => (await call(UserService.method.batchGetUsers, { ids, isSummary: true })).users,
    ),
    batchGet(
      roomIds,
      async (ids) => (await call(RoomService.method.batchGetRooms, { ids, withoutLocations: true })).rooms,
    ),
  ]);
  const named = { users, rooms };
  return {
    version: JSON.stringify([
      FORMAT,
      version,
      zone?.id,
      zone?.component,
      style.language,
      organizerIds.map((id) => shownOf(users.get(id))),
      roomIds.map((id) => shownOf(rooms.get(id))),
      ...(published ? [published.name] : []),
    ]),
    write: (body) => writeEntries(body, { call, filter, style, named, published }),
  };
}

function shownOf(record: Organizer | Room | undefined): unknown {
  return record && [record.updatedAt, record.name, 'email' in record ? record.email : undefined];
}

/** Change it whenever the lines of an event change: clients must not reuse older text. */
const FORMAT = 2;
const PAGE_SIZE = 500;
/** Bounds the answer and the work it takes. */
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

interface Source {
  readonly call: Call;
  readonly filter: CalendarFilter;
  readonly style: Style;
  readonly named: Named;
  readonly published: Published | undefined;
}

async function writeEntries(body: AnswerBody, { call, filter, style, named, published }: Source): Promise<void> {
  await body.add(calendarHead(style, published));
  let after: { sort: string; id: string } | undefined;
  let hasMore = true;
  for (let count = 0; hasMore && count < MAX_ENTRIES && body.bytes < MAX_BYTES; ) {
    const page = { size: Math.min(PAGE_SIZE, MAX_ENTRIES - count), ...(after ? { after } : {}) };
    const listed = await call(AppointmentService.method.listCalendarEntries, { page, filter });
    for (let first = 0; first < listed.entries.length; first += ENTRIES_PER_CHUNK) {
      const entries = listed.entries.slice(first, first + ENTRIES_PER_CHUNK);
      await body.add(
        eventLines(
          entries.map((entry) => entryOf(entry, named)),
          style,
        ),
      );
    }
    const last = listed.entries.at(-1)?.appointment;
    after = last && { sort: last.dateTime, id: last.id };
    count += listed.entries.length;
    hasMore = listed.hasMore;
  }
  await body.add(CALENDAR_TAIL);
}

/** A chunk of this size takes some milliseconds. */
const ENTRIES_PER_CHUNK = 50;

function entryOf(entry: ListedEntry, { users, rooms }: Named): CalendarEntry {
  const appointment = present(entry.appointment, 'appointment');
  return {
    appointment,
    deletedAt: entry.deletedAt,
    organizer: users.get(appointment.organizerIds[0] ?? ''),
    rooms: appointment.rooms.flatMap(({ roomId }) => rooms.get(roomId) ?? []),
  };
}
