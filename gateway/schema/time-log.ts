import { type Static, Type } from 'typebox';
import { memberFields } from './member.ts';
import { Instant, nullable } from './types.ts';

const startTime = Instant('When it begins.');
const endTime = Instant('When it ends; exclusive. After `startTime`, by at most 366 days.');
const pauses = Type.Array(
  Type.Object(
    { startTime: Instant('When the pause begins.'), endTime: Instant('When it ends; after its start.') },
    { title: 'TimePauseInput', additionalProperties: false },
  ),
  { maxItems: 200, description: 'The pauses in chronological order, without overlaps, within the log.' },
);
const note = nullable(Type.String({ maxLength: 2000, description: 'Free text.' }));

const draft = { startTime, endTime, pauses: Type.Optional(pauses), note: Type.Optional(note) };

/** The body of POST /time-tracking/logs. */
export const LogCreate = Type.Object(
  { ...memberFields, ...draft },
  { title: 'LogCreate', additionalProperties: false },
);
export type LogCreateBody = Static<typeof LogCreate>;

/** An item of a bulk request that names the member itself. */
export const LogDraft = Type.Object(draft, { additionalProperties: false });
export type LogDraftBody = Static<typeof LogDraft>;

/** The body of PATCH /time-tracking/logs/{id}: absent fields stay, `pauses` replaces all of them, `null` clears the note. */
export const LogUpdate = Type.Object(
  {
    ...memberFields,
    startTime: Type.Optional(startTime),
    endTime: Type.Optional(endTime),
    pauses: Type.Optional(pauses),
    note: Type.Optional(note),
  },
  { title: 'LogUpdate', additionalProperties: false },
);
