import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { type Reader, statement } from '../db/statement.ts';
import type { Runtime } from '../runtime.ts';
import { parkedValues } from './inbox.ts';

/** How often a consumer fails to handle an event before that is parked. */
export const ATTEMPTS_AT_MOST = 5;

interface Noted {
  readonly attempts: number;
  readonly isParked: boolean;
}

/** Notes that an event could not be handled; parks it with the last attempt. */
export async function noteFailure(
  { db, clock }: Runtime,
  consumer: string,
  envelope: EventEnvelope,
  error: unknown,
): Promise<Noted> {
  const [row] = await db.transaction((tx) =>
    tx.rows<{ attempts: number; parked: boolean }>(NOTE, [
      ...parkedValues(consumer, envelope, clock.now()),
      reasonOf(error),
      ATTEMPTS_AT_MOST,
    ]),
  );
  return { attempts: row?.attempts ?? 0, isParked: row?.parked === true };
}

/** Notes that a replay has failed: the event stays parked, and those behind it do. */
export async function noteFailedReplay(
  { db, clock }: Runtime,
  consumer: string,
  envelope: EventEnvelope,
  error: unknown,
): Promise<void> {
  await db.transaction(async (tx) => {
    tx.write(REPLAY_FAILED, [
      ...parkedValues(consumer, envelope, clock.now()).slice(0, 2),
      reasonOf(error),
      envelope.aggregateId,
    ]);
  });
}

/** How many events of each consumer are parked: what a measure shows. Consumers without any are left out. */
export async function countParkedEvents(db: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ consumer: string; events: number }>(COUNT, []);
  return new Map(rows.map(({ consumer, events }) => [consumer, events]));
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\u0000', '').slice(0, REASON_CHARACTERS);
}

const REASON_CHARACTERS = 1_000;

const NOTE = statement(
  'parked_event_note',
  `INSERT INTO parked_events AS p (consumer, event_id, institution_id, type, aggregate_id, occurred_at, envelope, failed_at, attempts, error,
     parked_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, CASE WHEN $10 <= 1 THEN $8::timestamptz END)
   ON CONFLICT (consumer, event_id) DO UPDATE SET attempts = p.attempts + 1, error = $9, failed_at = $8,
     parked_at = coalesce(p.parked_at, CASE WHEN p.attempts + 1 >= $10 THEN $8::timestamptz END)
   RETURNING attempts, parked_at IS NOT NULL AS parked`,
);
const REPLAY_FAILED = statement(
  'parked_event_replay_failed',
  `UPDATE parked_events SET replay_at = NULL, attempts = attempts + (event_id = $2)::int,
     error = CASE WHEN event_id = $2 THEN $3 ELSE error END
   WHERE consumer = $1 AND aggregate_id = $4 AND parked_at IS NOT NULL`,
);
const COUNT = statement(
  'parked_event_count',
  'SELECT consumer, count(*)::int AS events FROM parked_events WHERE parked_at IS NOT NULL GROUP BY consumer',
);
