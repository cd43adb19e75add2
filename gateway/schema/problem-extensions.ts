import { Type } from 'typebox';
import { ConflictingLog } from './conflicting-log.ts';
import { TimeRecord } from './time-record.ts';
import { Id, Instant, Int32 } from './types.ts';

/** What a problem with status 409 tells of the record that is in the way, as members beside its own (decisions 3.6). */
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
          endTime: Instant('The end of its start day.'),
        }),
      ],
      {
        description:
          'The session of an earlier day that the refused punch has closed: the log, or `id`, `startTime` and `endTime` alone of a very long one.',
      },
    ),
  ),
  conflictingAppointment: Type.Optional(
    Type.Object(
      {
        id: Id('The appointment’s id.'),
        roomId: Id('The room that both want.'),
        dateTime: Instant('When it begins.'),
        duration: Int32('How long it takes, in minutes.', { minimum: 1 }),
      },
      { description: 'The earliest appointment that has booked one of the rooms at that time.' },
    ),
  ),
});
