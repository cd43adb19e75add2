import { NO_ID } from '../statements/case.ts';
import type { CaseParams } from '../year/case-params.ts';

/** A request of a client. */
export interface Request {
  readonly path: string;
  /** Makes it a POST, which must be rejected with 409, so that it changes nothing. */
  readonly body?: object;
}

/** A page of a list after a position. */
export interface DeepPage {
  readonly path: string;
  readonly operation: string;
  position(params: CaseParams): { readonly sort: string; readonly id: string };
}

const afterTime = (part: number) => (a: CaseParams) => ({ sort: a.at(part), id: NO_ID });
const afterName = (sort: string) => () => ({ sort, id: NO_ID });

/** Pages far from the beginning of the lists that grow with an institution. */
export const DEEP_PAGES: Readonly<Record<string, DeepPage>> = {
  'users, deep page': { path: '/users', operation: 'listUsers', position: afterTime(0.9) },
  'courses, deep page': { path: '/courses', operation: 'listCourses', position: afterTime(0.5) },
  'appointments, deep page': { path: '/appointments', operation: 'listAppointments', position: afterTime(0.9) },
  'programs, deep page': { path: '/continuing-education', operation: 'listPrograms', position: afterTime(0.9) },
  'curricula, deep page': { path: '/curricula', operation: 'listCurricula', position: afterTime(0.9) },
  'locations, deep page': { path: '/locations', operation: 'listLocations', position: afterName('Location 8') },
  'rooms, deep page': { path: '/rooms', operation: 'listRooms', position: afterName('Room 8') },
  'events, deep page': {
    path: '/events',
    operation: 'listEvents',
    position: ({ size }) => ({ sort: String(Math.floor(size.events * 0.45)), id: '' }),
  },
};

const get = (path: (a: CaseParams) => string) => (a: CaseParams) => ({ path: path(a) });
/** Every twentieth user is archived, beginning with the first; both years have logs of at least twenty. */
const member = (a: CaseParams) => a.uid('user', 1 + (a.turn % 19));
/** Rooms that are booked every week: not archived, and not those whose appointments are all deleted. */
const BOOKED_ROOMS = Array.from({ length: 100 }, (_, room) => room).filter((room) => room % 50 > 0 && room % 20 !== 7);

/** Lists with their filters, calendars and overlap checks. Their answers are of the same size in both years. */
export const REQUESTS: Readonly<Record<string, (a: CaseParams) => Request>> = {
  'user by id': get((a) => `/users/${a.uid('user', 11 * a.turn)}`),
  'users, first page': get(() => '/users?limit=50'),
  'users, few changed': get((a) => `/users?limit=50&updatedSince=${a.at(1)}`),
  'users, all changed': get((a) => `/users?limit=50&updatedSince=${a.at(0)}`),
  'courses, first page': get(() => '/courses?limit=50'),
  'courses by code': get((a) => `/courses?code=C${a.turn}`),
  'courses, few changed': get((a) => `/courses?limit=50&updatedSince=${a.at(1)}`),
  'appointments, first page': get(() => '/appointments?limit=50'),
  'appointments, a week': get((a) => `/appointments?limit=50&from=${a.at(0.5)}&to=${a.at(0.5, 7)}`),
  'appointments, few changed': get((a) => `/appointments?limit=50&updatedSince=${a.at(1)}`),
  'appointments, all changed': get((a) => `/appointments?limit=50&updatedSince=${a.at(0)}`),
  'appointments of a course': get((a) => `/courses/${a.uid('course', a.turn)}/appointments?limit=50`),
  'appointments of a room': get((a) => `/appointments?limit=50&roomId=${a.uid('room', a.turn)}`),
  'appointments of an organizer': get((a) => `/appointments?limit=50&organizerId=${a.uid('user', a.turn % 50)}`),
  'appointments of a participant': get((a) => `/appointments?limit=50&userId=${a.uid('user', a.turn)}`),
  'appointments of an organizer, a week': get(
    (a) => `/appointments?organizerId=${a.uid('user', a.turn % 50)}&from=${a.at(0.5)}&to=${a.at(0.5, 7)}`,
  ),
  'appointments of a course and a room': get(
    (a) => `/appointments?courseId=${a.uid('course', a.turn)}&roomId=${a.uid('room', a.turn)}`,
  ),
  'calendar of a course': get((a) => `/courses/${a.uid('course', a.turn)}/appointments.ics`),
  'calendar of a room': get((a) => `/appointments.ics?roomId=${a.uid('room', a.turn)}`),
  'calendar of an organizer': get((a) => `/appointments.ics?organizerId=${a.uid('user', a.turn % 50)}`),
  'calendar of a participant': get((a) => `/appointments.ics?userId=${a.uid('user', a.turn)}`),
  'free rooms, an hour': get((a) => `/rooms/free?limit=50&from=${a.at(0.5)}&to=${a.at(0.5, 1 / 24)}`),
  // In a week, nearly all rooms of the full year are booked, but few of the small one: that is another question.
  'free rooms for 150, an hour': get(
    (a) => `/rooms/free?limit=50&capacity=150&from=${a.at(0.5)}&to=${a.at(0.5, 1 / 24)}`,
  ),
  'room that is taken': (a) => ({
    path: '/appointments',
    body: {
      title: 'Seminar',
      dateTime: a.at(0.5),
      duration: 14 * 24 * 60,
      courseIds: [a.uid('layer', a.turn)],
      rooms: [{ roomId: a.uid('room', BOOKED_ROOMS[a.turn] ?? 0) }],
    },
  }),
  'logs of a member, first page': get((a) => `/time-tracking/logs?limit=50&userId=${member(a)}`),
  'logs of a member, a week': get(
    (a) => `/time-tracking/logs?userId=${member(a)}&from=${a.at(0.5)}&to=${a.at(0.5, 7)}`,
  ),
  'log that overlaps': (a) => ({
    path: '/time-tracking/logs',
    body: { userId: member(a), startTime: a.at(0.5), endTime: a.at(0.5, 3) },
  }),
  'session that is open': (a) => ({
    path: '/time-tracking/sessions/start',
    body: { userId: a.uid('user', 1), at: a.at(1, 1 / 24) },
  }),
  'programs, first page': get(() => '/continuing-education?limit=50'),
  'programs, archived': get(() => '/continuing-education?limit=50&isArchived=true'),
  'programs by code': get((a) => `/continuing-education?code=P${a.turn}`),
  'programs, few changed': get((a) => `/continuing-education?limit=50&updatedSince=${a.at(1)}`),
  'versions of a program': get((a) => `/continuing-education/${a.uid('program', a.turn)}/versions`),
  'curricula, first page': get(() => '/curricula?limit=50'),
  'curricula, archived': get(() => '/curricula?limit=50&isArchived=true'),
  'versions of a curriculum': get((a) => `/curricula/${a.uid('curriculum', a.turn)}/versions`),
  'pathways of a version': get(
    (a) => `/curricula/${a.uid('curriculum', a.turn % 8)}/versions/${a.uid('version', a.turn % 8)}/pathways`,
  ),
  'locations, first page': get(() => '/locations?limit=50'),
  'rooms, first page': get(() => '/rooms?limit=50'),
  'rooms of a location': get((a) => `/locations/${a.uid('location', a.turn % 5)}/rooms?limit=50`),
  'events, first page': get(() => '/events?limit=50'),
  'events of a type': get(() => '/events?limit=50&types=log.created'),
  'events of a resource': get((a) => `/events?limit=50&resourceId=${a.uid('record', a.turn)}`),
  'events since yesterday': get((a) => `/events?limit=50&since=${a.at(1, -1)}`),
  'deliveries, first page': get((a) => `/webhook-endpoints/${a.uid('endpoint', a.turn % 4)}/deliveries?limit=50`),
  'deliveries that failed': get(
    (a) => `/webhook-endpoints/${a.uid('endpoint', a.turn % 4)}/deliveries?limit=50&status=failed`,
  ),
  'deliveries of an event': get(
    (a) => `/webhook-endpoints/${a.uid('endpoint', a.turn % 4)}/deliveries?eventId=${a.uid('event', 2 * a.turn)}`,
  ),
};
