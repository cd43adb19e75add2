import { toInstantText } from '../../../platform/core/instant.ts';
import { instant, integer, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import { startOfDay, startOfMinute } from '../domain/delivery-budget.ts';

/** What each institution has used of its deliveries. Its row is the lock of both counts. */
export const deliveryBudgets = table('delivery_budgets', {
  columns: {
    institutionId: uuid(),
    minute: instant(),
    /** The requests to receivers for which workers have asked in the minute. */
    sent: integer(),
    /** UTC. */
    day: instant(),
    /** The deliveries that clients have requested in the day. */
    requested: integer(),
  },
  primaryKey: ['institutionId'],
});

interface Use {
  readonly count: number;
  /** The most of the minute or the day. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Counts requests to receivers before they are made, and returns how many of them may be made in this minute. */
export async function takeOfMinute(db: Reader, institutionId: string, { count, limit, now }: Use): Promise<number> {
  const [row] = await db.rows(SEND, { institutionId, count, minute: toInstantText(startOfMinute(now)) });
  return Math.max(0, Math.min(count, limit - ((row?.sent ?? count) - count)));
}

/**
 * Counts deliveries that a client requests. Returns how many more it may request in this day: a negative number means that these are too
 * many, and that the caller refuses them, which rolls the count back.
 */
export async function takeOfDay(tx: Tx, institutionId: string, { count, limit, now }: Use): Promise<number> {
  const [row] = await tx.rows(REQUEST, { institutionId, count, day: toInstantText(startOfDay(now)) });
  return limit - (row?.requested ?? count);
}

// The clocks of replicas may differ: a count never goes back to an earlier minute or day.
const SEND = sqlStatement(deliveryBudgets, 'send', {
  parameters: { institutionId: uuid(), count: integer(), minute: instant() },
  result: { sent: integer() },
  text: ($) => `INSERT INTO delivery_budgets AS b (institution_id, minute, sent, day, requested)
   VALUES (${$.institutionId}, ${$.minute}, ${$.count}, '-infinity', 0)
   ON CONFLICT (institution_id) DO UPDATE SET minute = greatest(b.minute, excluded.minute),
     sent = excluded.sent + CASE WHEN b.minute >= excluded.minute THEN b.sent ELSE 0 END
   RETURNING b.sent`,
});

const REQUEST = sqlStatement(deliveryBudgets, 'request', {
  parameters: { institutionId: uuid(), count: integer(), day: instant() },
  result: { requested: integer() },
  text: ($) => `INSERT INTO delivery_budgets AS b (institution_id, minute, sent, day, requested)
   VALUES (${$.institutionId}, '-infinity', 0, ${$.day}, ${$.count})
   ON CONFLICT (institution_id) DO UPDATE SET day = greatest(b.day, excluded.day),
     requested = excluded.requested + CASE WHEN b.day >= excluded.day THEN b.requested ELSE 0 END
   RETURNING b.requested`,
});
