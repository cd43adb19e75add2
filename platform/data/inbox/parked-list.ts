import { toInstantText } from '../../core/instant.ts';
import type { Database } from '../database.ts';
import { instant, text, uuid } from '../schema/column.ts';
import { parkedEvents } from '../schema/platform-tables.ts';
import type { ValuesOf } from '../statements/parameters.ts';
import { columnsBut, columnsOf, typesOf } from '../statements/row-statements.ts';
import { sqlStatement } from '../statements/sql-statement.ts';
import type { Reader } from '../tx.ts';

const COLUMNS = columnsBut(parkedEvents, 'sequence', 'envelope', 'failedAt');
const PARKED = { ...typesOf(parkedEvents, COLUMNS), parkedAt: instant() };

/** A dead letter, for operators. Stored in the table `parked_events`. */
export type ParkedEvent = ValuesOf<typeof PARKED>;

/** Selects dead letters; all of a service by default. */
export interface ParkedChoice {
  readonly consumer?: string | undefined;
  readonly eventId?: string | undefined;
}

/** Lists a service's dead letters, oldest first, at most 1000. */
export async function listParkedEvents(
  db: Reader,
  { consumer = null, eventId = null }: Nullable<ParkedChoice>,
): Promise<ParkedEvent[]> {
  return db.rows(LIST, { consumer, eventId });
}

/**
 * Marks dead letters for replay, together with earlier ones of the same aggregate; the service handles them within a second or two. Returns
 * how many.
 */
export async function replayParkedEvents(db: Database, choice: Nullable<ParkedChoice>, now: number): Promise<number> {
  const { consumer = null, eventId = null } = choice;
  return (await db.transaction((tx) => tx.rows(REPLAY, { consumer, eventId, replayAt: toInstantText(now) }))).length;
}

/** Discards one dead letter of a consumer: it is never handled, and those behind it can be replayed. Returns the number of deleted rows. */
export async function discardParkedEvent(
  db: Database,
  { consumer = null, eventId = null }: Nullable<ParkedChoice>,
): Promise<number> {
  return (await db.transaction((tx) => tx.rows(DISCARD, { consumer, eventId }))).length;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const CHOICE = { consumer: text().nullable(), eventId: uuid().nullable() };

const LIST = sqlStatement(parkedEvents, 'list', {
  parameters: CHOICE,
  result: PARKED,
  text: ($) => `SELECT ${columnsOf(parkedEvents, 'p', COLUMNS)}
   FROM parked_events p WHERE parked_at IS NOT NULL
     AND (${$.consumer}::text IS NULL OR consumer = ${$.consumer}) AND (${$.eventId}::uuid IS NULL OR event_id = ${$.eventId})
   ORDER BY sequence LIMIT 1000`,
});
const REPLAY = sqlStatement(parkedEvents, 'replay', {
  parameters: { ...CHOICE, replayAt: instant() },
  result: { eventId: uuid() },
  text: ($) => `UPDATE parked_events p SET replay_at = ${$.replayAt} FROM parked_events meant
   WHERE p.parked_at IS NOT NULL AND meant.parked_at IS NOT NULL AND meant.consumer = p.consumer AND meant.aggregate_id = p.aggregate_id
     AND p.sequence <= meant.sequence AND (${$.consumer}::text IS NULL OR meant.consumer = ${$.consumer})
     AND (${$.eventId}::uuid IS NULL OR meant.event_id = ${$.eventId})
   RETURNING p.event_id AS "eventId"`,
});
const DISCARD = sqlStatement(parkedEvents, 'discard', {
  parameters: CHOICE,
  result: { eventId: uuid() },
  text: ($) => `DELETE FROM parked_events
   WHERE parked_at IS NOT NULL AND event_id = ${$.eventId} AND (${$.consumer}::text IS NULL OR consumer = ${$.consumer})
   RETURNING event_id AS "eventId"`,
});
