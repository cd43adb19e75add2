import { type Static, Type } from 'typebox';
import { memberFields } from './member.ts';
import { changedLogFields, logFields } from './time-record.ts';

/** The body of POST /time-tracking/logs. */
export const LogCreate = Type.Object(
  { ...memberFields, ...logFields },
  { title: 'LogCreate', additionalProperties: false },
);
export type LogCreateBody = Static<typeof LogCreate>;

/** An item of a bulk request that does not name the member itself. */
export const LogDraft = Type.Object(logFields, { additionalProperties: false });
export type LogDraftBody = Static<typeof LogDraft>;

/**
 * The body of PATCH /time-tracking/logs/{id}: absent fields stay, `pauses` replaces all of them, `null` clears the
 * note.
 */
export const LogUpdate = Type.Object(
  { ...memberFields, ...changedLogFields },
  { title: 'LogUpdate', additionalProperties: false },
);
