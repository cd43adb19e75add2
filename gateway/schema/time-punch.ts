import { Type } from 'typebox';
import { memberFields } from './member.ts';
import { Id, Instant, nullable } from './types.ts';

const at = Type.Optional(
  Instant('When; the present when it is left out. At most 24 hours ahead: punches are in near real time.'),
);

/** The body of a session's start, pause, resume and stop. */
export const TimePunch = Type.Object({ ...memberFields, at }, { title: 'TimePunch', additionalProperties: false });

/** The body of POST /time-tracking/timestamps (decisions 10.4). */
export const TimestampCreate = Type.Object(
  {
    ...memberFields,
    at,
    templateId: Type.Optional(nullable(Id('A template of the institution. It or a label is needed.'))),
    label: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'For people; the template’s when it is left out.',
        examples: ['Exam supervision'],
      }),
    ),
  },
  { title: 'TimestampCreate', additionalProperties: false },
);
