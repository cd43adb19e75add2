import type { Database } from '../db/database.ts';
import { type Reader, statement } from '../db/statement.ts';
import { toInstantText } from '../instant.ts';

/** A parked event, for whoever looks after the platform. */
export interface ParkedEvent {
  readonly consumer: string;
  readonly eventId: string;
  readonly institutionId: string | null;
  readonly type: string;
  readonly aggregateId: string;
  readonly occurredAt: string;
  readonly attempts: number;
  readonly error: string;
  readonly parkedAt: string;
  /** When it was asked to be handled again; null unless that is still to happen. */
  readonly replayAt: string | null;
}

/** Which parked events are meant; all of a service by default. */
export interface ParkedChoice {
  readonly consumer?: string | undefined;
  readonly eventId?: string | undefined;
}

/** Lists a service's parked events, oldest first, a thousand at most. */
export async function listParkedEvents(
  db: Reader,
  { consumer = null, eventId = null }: Nullable<ParkedChoice>,
): Promise<ParkedEvent[]> {
  return db.rows<ParkedEvent>(LIST, [consumer, eventId]);
}

/**
 * Asks that parked events be handled again, with those of the same aggregate that came before; the service does so within a second or two. Returns
 * how many.
 */
export async function replayParkedEvents(db: Database, choice: Nullable<ParkedChoice>, now: number): Promise<number> {
  const { consumer = null, eventId = null } = choice;
  return (await db.transaction((tx) => tx.rows(REPLAY, [consumer, eventId, toInstantText(now)]))).length;
}

/** Gives one event up for a consumer: it is never handled, and those behind it can be replayed. Returns how many there were. */
export async function discardParkedEvent(
  db: Database,
  { consumer = null, eventId }: Nullable<ParkedChoice>,
): Promise<number> {
  return (await db.transaction((tx) => tx.rows(DISCARD, [consumer, eventId ?? null]))).length;
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

const LIST = statement(
  'parked_event_list',
  `SELECT consumer, event_id AS "eventId", institution_id AS "institutionId", type, aggregate_id AS "aggregateId",
     occurred_at AS "occurredAt", attempts, error, parked_at AS "parkedAt", replay_at AS "replayAt"
   FROM parked_events WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR consumer = $1) AND ($2::uuid IS NULL OR event_id = $2)
   ORDER BY sequence LIMIT 1000`,
);
const REPLAY = statement(
  'parked_event_replay',
  `UPDATE parked_events p SET replay_at = $3 FROM parked_events meant
   WHERE p.parked_at IS NOT NULL AND meant.parked_at IS NOT NULL AND meant.consumer = p.consumer AND meant.aggregate_id = p.aggregate_id
     AND p.sequence <= meant.sequence AND ($1::text IS NULL OR meant.consumer = $1) AND ($2::uuid IS NULL OR meant.event_id = $2)
   RETURNING p.event_id`,
);
const DISCARD = statement(
  'parked_event_discard',
  `DELETE FROM parked_events WHERE parked_at IS NOT NULL AND event_id = $2 AND ($1::text IS NULL OR consumer = $1) RETURNING event_id`,
);
