import { type Static, Type } from 'typebox';
import type { Violation } from '../../platform/core/errors/refusal.ts';
import {
  type CalendarFeed as CalendarFeedMessage,
  CalendarFeedSchema,
} from '../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { createBody, representation, type Words } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

const CourseId = Id('The course whose appointments the calendar shows; takes the course entity’s id.');
const RoomId = Id('The room whose bookings the calendar shows.');
const OrganizerId = Id('The calendar shows the appointments that this user organizes.');
const UserId = Id(
  'The calendar shows the appointments that this user organizes or takes part in, also as a member of invited groups.',
);

const words = {
  id: Id('The feed’s id.'),
  name: { text: 'The name that calendar programs show. Anyone with the URL can see it.', example: 'Analysis I' },
  calendar: null,
  courseId: nullable(CourseId),
  roomId: nullable(RoomId),
  organizerId: nullable(OrganizerId),
  userId: nullable(UserId),
  createdAt: Instant('When the feed was created.'),
  revision: null,
} satisfies Words<CalendarFeedMessage>;

/** A calendar feed as reads show it. */
export const CalendarFeed = representation('CalendarFeed', CalendarFeedSchema, words);
export type CalendarFeedView = Static<typeof CalendarFeed>;

/** The same with its URL, as the answer to its creation shows it. */
export const CalendarFeedWithUrl = representation('CalendarFeedWithUrl', CalendarFeedSchema, {
  ...words,
  url: nullable(
    Type.String({
      format: 'uri',
      description:
        'The secret URL for calendar programs: anyone who has it can read the calendar. Only the first response shows it; null in a replay.',
      examples: ['https://api.lyceum.example/api/v4/calendars/bm90LWEtdG9rZW4tYnV0LWFuLWV4YW1wbGUtb2Ytb25l.ics'],
    }),
  ),
});

/** The body of POST /calendar-feeds. */
export const CalendarFeedCreate = Type.Object(
  {
    ...createBody('CalendarFeedCreate', CalendarFeedSchema, words).properties,
    courseId: Type.Optional(CourseId),
    roomId: Type.Optional(RoomId),
    organizerId: Type.Optional(OrganizerId),
    userId: Type.Optional(UserId),
  },
  { title: 'CalendarFeedCreate', additionalProperties: false },
);

/** The calendar that a body names; {@link calendarFaults} checks that it is exactly one. */
export const calendarNames = ['courseId', 'roomId', 'organizerId', 'userId'] as const;

/** Requires that a body names exactly one calendar, which the schema cannot express. */
export function calendarFaults(body: object): Violation[] {
  const [first, ...more] = calendarNames.filter((name) => Object.hasOwn(body, name));
  if (first === undefined) {
    const message = 'is required unless roomId, organizerId or userId is given';
    return [{ pointer: '/courseId', code: 'required', message }];
  }
  return more.map((name) => ({
    pointer: `/${name}`,
    code: 'invalid_value',
    message: `must not be given together with ${first}`,
  }));
}

export const calendarFeedExample: CalendarFeedView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1401',
  name: 'Analysis I',
  courseId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c01',
  roomId: null,
  organizerId: null,
  userId: null,
  createdAt: '2026-10-01T08:00:00.000Z',
};
