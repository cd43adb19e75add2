import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { LinkKind } from '../../../services/scheduling/domain/appointment-links.ts';
import { type AppointmentFilters, listAppointments } from '../../../services/scheduling/store/appointment-lists.ts';
import { findAppointment } from '../../../services/scheduling/store/appointments.ts';
import { listBookedRooms } from '../../../services/scheduling/store/booked-rooms.ts';
import {
  AFTER_ALL_IDS,
  listCalendarEntries,
  readCalendarVersion,
} from '../../../services/scheduling/store/calendar-entries.ts';
import { listOverlaps } from '../../../services/scheduling/store/room-bookings.ts';
import type { CaseParams } from '../year/case-params.ts';
import { casesOf, LIMIT, NO_ID } from './case.ts';

const NONE: AppointmentFilters = {
  ids: null,
  from: null,
  to: null,
  updatedSince: null,
  targets: { course: [], room: [], organizer: [], user: [] },
  groupIds: [],
};

const list =
  (filters: (a: CaseParams) => Partial<AppointmentFilters>, part = 0) =>
  (db: Tx, a: CaseParams) =>
    listAppointments(db, a.actor, { sort: a.at(part), id: NO_ID, limit: LIMIT }, { ...NONE, ...filters(a), omit: [] });

/** The id of a target of the appointment whose number in its institution is the execution's number. */
const of = (a: CaseParams, ...kinds: LinkKind[]) => ({
  targets: { ...NONE.targets, ...Object.fromEntries(kinds.map((kind) => [kind, [idOf(a, kind)]])) },
});
const idOf = ({ uid, turn }: CaseParams, kind: LinkKind) => uid(kind === 'organizer' ? 'user' : kind, 3 + turn);

/** The groups of a participant. */
const groups = ({ uid, turn }: CaseParams) => Array.from({ length: 10 }, (_, n) => uid('group', 3 + turn + n));

const calendarOf = (a: CaseParams, kinds: readonly LinkKind[], groupIds: readonly string[] = []) => ({
  ...{ kinds, groupIds, targetId: idOf(a, kinds[0] ?? 'user') },
  deletedAfter: a.at(1, -30),
});
const calendar =
  (...kinds: LinkKind[]) =>
  (db: Tx, a: CaseParams) =>
    listCalendarEntries(db, a.actor, { sort: a.at(2), id: AFTER_ALL_IDS, limit: LIMIT }, calendarOf(a, kinds));
const version =
  (...kinds: LinkKind[]) =>
  (db: Tx, a: CaseParams) =>
    readCalendarVersion(db, a.actor, calendarOf(a, kinds), 500);

const booking = (a: CaseParams, n = 0) => ({
  ...{ appointmentId: a.uid('new', 0), roomId: a.uid('room', n + a.turn) },
  ...{ dateTime: a.at(0.5), duration: 60 },
});
const booked = (days: number) => (db: Tx, a: CaseParams) =>
  listBookedRooms(
    db,
    a.actor,
    Array.from({ length: LIMIT }, (_, n) => a.uid('room', n + a.turn)),
    { from: a.at(0.5), to: a.at(0.5, days) },
  );

export const schedulingCases = casesOf('scheduling', {
  'appointment by id': (db, a) => findAppointment(db, a.actor, a.uid('appointment', 2 * a.turn)),
  'appointments, first page': list(() => ({})),
  'appointments, deep page': list(() => ({}), 0.9),
  'appointments, a week': list((a) => ({ from: a.at(0.5), to: a.at(0.5, 7) })),
  'appointments, few changed': list((a) => ({ updatedSince: a.at(1) })),
  'appointments, few changed, deep': list((a) => ({ updatedSince: a.at(1) }), 0.5),
  'appointments, all changed': list((a) => ({ updatedSince: a.at(0) })),
  'appointments of a course': list((a) => of(a, 'course')),
  'appointments of a course, deep': list((a) => of(a, 'course'), 0.5),
  'appointments of a room': list((a) => of(a, 'room')),
  'appointments of an organizer': list((a) => of(a, 'organizer')),
  'appointments of a participant': list((a) => of(a, 'user')),
  'appointments of a participant in 10 groups': list((a) => ({ ...of(a, 'user'), groupIds: groups(a) })),
  'appointments of a participant in 10 groups, few changed': list((a) => ({
    ...of(a, 'user'),
    groupIds: groups(a),
    updatedSince: a.at(1),
  })),
  'appointments of an organizer, a week': list((a) => ({ ...of(a, 'organizer'), from: a.at(0.5), to: a.at(0.5, 7) })),
  'appointments of a course and a room': list((a) => of(a, 'course', 'room')),
  'appointments of all four': list((a) => of(a, 'course', 'room', 'organizer', 'user')),
  'appointments of an organizer, few changed': list((a) => ({ ...of(a, 'organizer'), updatedSince: a.at(1) })),
  'calendar of a course': calendar('course'),
  'calendar of a room': calendar('room'),
  'calendar of a user': calendar('organizer', 'user'),
  'calendar of a participant': calendar('user'),
  'ETag of a calendar of a course': version('course'),
  'ETag of a calendar of a user': version('organizer', 'user'),
  'ETag of a calendar of a user in 10 groups': (db, a) =>
    readCalendarVersion(db, a.actor, calendarOf(a, ['organizer', 'user'], groups(a)), 500),
  'overlaps of a booking': (db, a) => listOverlaps(db, a.actor, [booking(a)]),
  'overlaps of 10 bookings': (db, a) =>
    listOverlaps(
      db,
      a.actor,
      Array.from({ length: 10 }, (_, n) => booking(a, n)),
    ),
  'which of 51 rooms are free, an hour': booked(1 / 24),
  'which of 51 rooms are free, a week': booked(7),
  'which of 51 rooms are free, a year': booked(365),
});
