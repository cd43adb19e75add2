import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { boolean, integer, listsOf, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { isTimeout } from '../../core/errors/refusal.ts';
import { FAILED_EVENT, failedEvent } from '../../data/inbox/inbox.ts';
import { deadLetters } from '../../data/platform-tables.ts';
import type { Runtime } from '../../handler/runtime.ts';

/** The failed attempts of a consumer after which an event becomes a dead letter. */
export const MAX_ATTEMPTS = 5;
/**
 * The same while attempts time out: mostly they wait for a lock, which is not the fault of the event. With the ten
 * seconds that a statement may take, ten minutes; an event that is always too slow must not delay the others for ever.
 */
const MAX_TIMEOUTS = 60;

interface Noted {
  readonly attempts: number;
  readonly isDeadLetter: boolean;
}

/** Records a failed attempt to handle an event; the last attempt makes it a dead letter. */
export async function noteFailure(
  { db, clock }: Runtime,
  consumer: string,
  envelope: EventEnvelope,
  error: unknown,
): Promise<Noted> {
  const [row] = await db.transaction(
    (tx) =>
      tx.rows(NOTE, {
        ...failedEvent(consumer, envelope, clock.now()),
        error: reasonOf(error),
        maxAttempts: isTimeout(error) ? MAX_TIMEOUTS : MAX_ATTEMPTS,
      }),
    { of: 'nobody' },
  );
  return row ?? { attempts: 0, isDeadLetter: false };
}

/** Records a failed replay: the event stays a dead letter, and so do those behind it. */
export async function noteFailedReplay(
  { db }: Runtime,
  consumer: string,
  envelope: EventEnvelope,
  error: unknown,
): Promise<void> {
  const { id: eventId, aggregateId } = envelope;
  await db.transaction(
    async (tx) => tx.write(REPLAY_FAILED, { consumer, eventId, aggregateId, error: reasonOf(error) }),
    { of: 'nobody' },
  );
}

/** The number of dead letters of each consumer, for a metric, without consumers that have none. */
export async function countDeadLetters(db: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(COUNT, {});
  return new Map(rows.map(({ consumer, events }) => [consumer, events]));
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll('\u0000', '').slice(0, REASON_CHARACTERS);
}

const REASON_CHARACTERS = 1_000;

const NOTE = sqlStatement(deadLetters, 'note', {
  writes: true,
  parameters: { ...FAILED_EVENT, error: text(), maxAttempts: integer() },
  result: { attempts: integer(), isDeadLetter: boolean() },
  text: ({ maxAttempts, ...$ }) => {
    const { columns, values } = listsOf(deadLetters, {
      ...$,
      attempts: '1',
      deadSince: `CASE WHEN ${maxAttempts} <= 1 THEN ${$.failedAt}::timestamptz END`,
    });
    return `INSERT INTO dead_letters AS p (${columns}) VALUES (${values})
   ON CONFLICT (consumer, event_id) DO UPDATE SET attempts = p.attempts + 1, error = ${$.error}, failed_at = ${$.failedAt},
     dead_since = coalesce(p.dead_since, CASE WHEN p.attempts + 1 >= ${maxAttempts} THEN ${$.failedAt}::timestamptz END)
   RETURNING attempts, dead_since IS NOT NULL AS "isDeadLetter"`;
  },
});
const REPLAY_FAILED = sqlStatement(deadLetters, 'replay_failed', {
  writes: true,
  parameters: { consumer: text(), eventId: uuid(), aggregateId: text(), error: text() },
  result: {},
  text: ($) => `UPDATE dead_letters SET replay_at = NULL, attempts = attempts + (event_id = ${$.eventId})::int,
     error = CASE WHEN event_id = ${$.eventId} THEN ${$.error} ELSE error END
   WHERE consumer = ${$.consumer} AND aggregate_id = ${$.aggregateId} AND dead_since IS NOT NULL`,
});
const COUNT = sqlStatement(deadLetters, 'count', {
  parameters: {},
  result: { consumer: text(), events: integer() },
  text: () =>
    'SELECT consumer, count(*)::int AS events FROM dead_letters WHERE dead_since IS NOT NULL GROUP BY consumer',
});
