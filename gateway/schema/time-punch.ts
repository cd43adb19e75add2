import { Type } from 'typebox';
import { memberFields } from './member.ts';
import { Id, Instant, nullable } from './types.ts';

const at = Type.Optional(Instant('When the punch happened; by default now. At most 24 hours in the future.'));

/** The body of a session's start, pause, resume and stop. */
export const TimePunch = Type.Object({ ...memberFields, at }, { title: 'TimePunch', additionalProperties: false });

/** The body of POST /time-tracking/timestamps (decisions 10.4). */
export const TimestampCreate = Type.Object(
  {
    ...memberFields,
    at,
    templateId: Type.Optional(nullable(Id('A template of the institution. Give a template, a label, or both.'))),
    label: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The label; by default that of the template.',
        examples: ['Exam supervision'],
      }),
    ),
  },
  { title: 'TimestampCreate', additionalProperties: false },
);
