import { Type } from 'typebox';
import { areaNames } from '../../platform/core/grant.ts';
import { ConflictingLog } from './conflicting-log.ts';
import { RoomOverlap } from './room-overlap.ts';
import { TimeRecord } from './time-record.ts';
import { Choice, Id, Instant, Int32, LocalDate } from './types.ts';

/**
 * The extension members by which a problem with status 403 names the area that is missing, one with status 409 describes the conflicting record (decisions 3.6), one with
 * status 421 says where the institution is, and one with status 429 what is left.
 */
export const ProblemExtensions = Type.Object({
  activeSession: Type.Optional(
    Type.Object(
      { id: Id('The session’s id.'), startTime: Instant('When it began.') },
      { description: 'The member’s open session.' },
    ),
  ),
  conflictingLog: Type.Optional(ConflictingLog),
  closedActiveSession: Type.Optional(
    Type.Union(
      [
        TimeRecord,
        Type.Object({
          id: Id('The log’s id.'),
          startTime: Instant('When it began.'),
          endTime: Instant('The end of the day on which it started.'),
        }),
      ],
      {
        description:
          'The session from an earlier day that this punch closed although it returned an error: the log, or only `id`, `startTime` and `endTime` if the log is very long.',
      },
    ),
  ),
  closedThrough: Type.Optional(
    LocalDate('The last day of the latest closed month in which the record has a part.', '2026-09-30'),
  ),
  conflictingAppointment: Type.Optional(
    Type.Object(RoomOverlap.properties, {
      description: 'The earliest appointment that has booked one of the rooms at that time.',
    }),
  ),
  area: Type.Optional(Choice(areaNames, 'The area that the integration has no access to.')),
  baseUrl: Type.Optional(
    Type.String({
      format: 'uri',
      description: 'The base address of the installation that the institution has moved to.',
    }),
  ),
  deliveriesLeft: Type.Optional(
    Int32('How many webhook deliveries the institution may still request in this day (UTC).', { minimum: 0 }),
  ),
});
