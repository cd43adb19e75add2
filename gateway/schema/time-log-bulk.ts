import { type Static, Type } from 'typebox';
import { ConflictingLog } from './conflicting-log.ts';
import { memberFields } from './member.ts';
import { LogCreate } from './time-log.ts';
import { logExample, TimeRecord } from './time-record.ts';
import { Int32, LocalDate } from './types.ts';

const MANY = { minItems: 1, maxItems: 500 };

/** The body of POST /time-tracking/logs/bulk when all of it is valid (decisions 10.8). */
export const LogBulk = Type.Object(
  {
    ...memberFields,
    items: Type.Array(LogCreate, {
      ...MANY,
      description: 'The logs to create. If the request names no member, each item names its own.',
    }),
  },
  { title: 'LogBulk', additionalProperties: false },
);

/** The part of that body that must be valid before its items are checked: each item fails separately. */
export const LogBulkFrame = Type.Object(
  { ...memberFields, items: Type.Array(Type.Unknown(), MANY) },
  { additionalProperties: false },
);

const index = Int32('The position of the item in the request, from 0.', { minimum: 0 });

/** The outcome of the items (decisions 10.8). */
export const LogBulkResult = Type.Object(
  {
    created: Type.Array(Type.Object({ index, log: TimeRecord }), {
      description: 'The created logs, ordered by index.',
    }),
    failed: Type.Array(
      Type.Object({
        index,
        status: Int32('The status that a single create would have returned.'),
        code: Type.String({ description: 'The `code` of its problem.' }),
        detail: Type.String({ description: 'The `detail` of its problem.' }),
        errors: Type.Optional(
          Type.Array(
            Type.Object({ field: Type.String(), message: Type.String(), code: Type.String(), pointer: Type.String() }),
            { description: 'The `errors` of its problem. Pointers are relative to the item.' },
          ),
        ),
        conflictingLog: Type.Optional(ConflictingLog),
        closedThrough: Type.Optional(
          LocalDate('The last day of the latest closed month in which the log has a part.', '2026-09-30'),
        ),
      }),
      { description: 'The items that failed, ordered by index.' },
    ),
  },
  { title: 'LogBulkResult' },
);
export type LogBulkResultView = Static<typeof LogBulkResult>;

export const bulkResultExample: LogBulkResultView = {
  created: [{ index: 0, log: { ...logExample, source: 'bulk' } }],
  failed: [
    {
      index: 1,
      status: 409,
      code: 'conflict',
      detail: 'The interval overlaps another record of the member.',
      conflictingLog: { id: logExample.id, startTime: logExample.startTime, endTime: logExample.endTime },
    },
  ],
};
