import type { Reader } from '../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  instant,
  sqlStatement,
  text,
  typesOf,
  uuid,
  type ValuesOf,
} from '../../libraries/typed-sql/index.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { Database } from '../../platform/data/database.ts';
import { deadLetters } from '../../platform/data/platform-tables.ts';

const COLUMNS = columnsBut(deadLetters, 'sequence', 'envelope', 'failedAt');
const DEAD_LETTER = { ...typesOf(deadLetters, COLUMNS), deadSince: instant() };

/** A dead letter, for operators. */
export type DeadLetter = ValuesOf<typeof DEAD_LETTER>;

/** Selects dead letters; all of a service by default. */
export interface DeadLetterFilter {
  readonly consumer?: string | undefined;
  readonly eventId?: string | undefined;
}

/** Lists a service's dead letters, oldest first, at most 1000. */
export async function listDeadLetters(
  db: Reader,
  { consumer = null, eventId = null }: Nullable<DeadLetterFilter>,
): Promise<DeadLetter[]> {
  return db.rows(LIST, { consumer, eventId });
}

/**
 * Marks dead letters for replay, together with earlier ones of the same aggregate; the service handles them within a
 * second or two. Returns how many.
 */
export async function replayDeadLetters(
  db: Database,
  choice: Nullable<DeadLetterFilter>,
  now: number,
): Promise<number> {
  const { consumer = null, eventId = null } = choice;
  return (
    await db.transaction((tx) => tx.rows(REPLAY, { consumer, eventId, replayAt: toInstantText(now) }), { of: 'nobody' })
  ).length;
}

/**
 * Discards one dead letter of a consumer: it is never handled, and those behind it can be replayed. Returns the number
 * of deleted rows.
 */
export async function discardDeadLetter(
  db: Database,
  { consumer = null, eventId = null }: Nullable<DeadLetterFilter>,
): Promise<number> {
  return (await db.transaction((tx) => tx.rows(DISCARD, { consumer, eventId }), { of: 'nobody' })).length;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const CHOICE = { consumer: text().nullable(), eventId: uuid().nullable() };

const LIST = sqlStatement(deadLetters, 'list', {
  parameters: CHOICE,
  result: DEAD_LETTER,
  text: ($) => `SELECT ${columnsOf(deadLetters, 'p', COLUMNS)}
   FROM dead_letters p WHERE dead_since IS NOT NULL
     AND (${$.consumer}::text IS NULL OR consumer = ${$.consumer}) AND (${$.eventId}::uuid IS NULL OR event_id = ${$.eventId})
   ORDER BY sequence LIMIT 1000`,
});
const REPLAY = sqlStatement(deadLetters, 'replay', {
  writes: true,
  parameters: { ...CHOICE, replayAt: instant() },
  result: { eventId: uuid() },
  text: ($) => `UPDATE dead_letters p SET replay_at = ${$.replayAt} FROM dead_letters meant
   WHERE p.dead_since IS NOT NULL AND meant.dead_since IS NOT NULL AND meant.consumer = p.consumer AND meant.aggregate_id = p.aggregate_id
     AND p.sequence <= meant.sequence AND (${$.consumer}::text IS NULL OR meant.consumer = ${$.consumer})
     AND (${$.eventId}::uuid IS NULL OR meant.event_id = ${$.eventId})
   RETURNING p.event_id AS "eventId"`,
});
const DISCARD = sqlStatement(deadLetters, 'discard', {
  writes: true,
  parameters: CHOICE,
  result: { eventId: uuid() },
  text: ($) => `DELETE FROM dead_letters
   WHERE dead_since IS NOT NULL AND event_id = ${$.eventId} AND (${$.consumer}::text IS NULL OR consumer = ${$.consumer})
   RETURNING event_id AS "eventId"`,
});
