import { Type } from 'typebox';
import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { documentEndpoint } from '../../endpoint/declare.ts';
import { calendarExample } from './calendar-example.ts';
import { getCalendar } from './get-calendar.ts';

const whose = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

export const getAppointmentCalendar = documentEndpoint({
  path: '/appointments.ics',
  operationId: 'getAppointmentCalendar',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Get the calendar of a room, an organizer or a participant',
  description:
    'An addition to the specification: appointments as an iCalendar document (RFC 5545): those that book the room, that the user organizes, or in which the user takes part: as an additional participant, or as a member of an invited group. Give exactly one of the three parameters; an unknown id returns an empty calendar. Times are in the institution’s time zone. Deleted appointments stay as `CANCELLED` for 30 days. Contains the last 10,000 entries, the latest first; fewer if they exceed about 8 MiB.',
  isExtension: true,
  mediaType: 'text/calendar',
  query: Type.Object({
    roomId: whose('The calendar of this room.'),
    organizerId: whose('The calendar of this user as organizer.'),
    userId: whose('The calendar of this user as additional participant or as a member of invited groups.'),
  }),
  rules: oneOfThem,
  example: calendarExample,
  async run({ query: { roomId, organizerId, userId }, call }) {
    if (roomId !== undefined) return getCalendar(call, { case: 'roomId', value: roomId });
    if (organizerId !== undefined) return getCalendar(call, { case: 'organizerId', value: organizerId });
    return getCalendar(call, { case: 'userId', value: userId ?? '' });
  },
});

/** A violation when no parameter is given, and one for each that is given too many. */
function oneOfThem(query: object): Violation[] {
  const given = Object.keys(query);
  if (given.length === 0) {
    const message = 'is required unless organizerId or userId is given';
    return [{ pointer: '/roomId', code: 'required', message }];
  }
  return given.slice(1).map((name) => ({
    pointer: `/${name}`,
    code: 'invalid_value',
    message: `must not be given together with ${given[0]}`,
  }));
}
