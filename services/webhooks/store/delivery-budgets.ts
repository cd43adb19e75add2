import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
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
    /** The requests to receivers that workers have made, or are about to make, in the minute. */
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

/** Requests to receivers that were counted. */
interface Taken {
  /** How many of them may be made. */
  readonly allowed: number;
  /** The minute that counts them, in instant text: a later one than asked for if another replica's clock is ahead. */
  readonly minute: string;
}

/** Counts requests to receivers before they are made. */
export async function takeOfMinute(db: Reader, institutionId: string, { count, limit, now }: Use): Promise<Taken> {
  const [row] = await db.rows(SEND, { institutionId, count, minute: toInstantText(startOfMinute(now)) });
  const { sent, minute } = present(row, 'count of the minute');
  return { allowed: Math.max(0, Math.min(count, limit - (sent - count))), minute };
}

/** Ends the count of requests that were not made: those beyond the limit, and those of a receiver too slow for a round. */
export async function giveBack(db: Reader, institutionId: string, count: number, { minute }: Taken): Promise<void> {
  await db.rows(GIVE_BACK, { institutionId, count, minute });
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
  result: { sent: integer(), minute: instant() },
  text: ($) => `INSERT INTO delivery_budgets AS b (institution_id, minute, sent, day, requested)
   VALUES (${$.institutionId}, ${$.minute}, ${$.count}, '-infinity', 0)
   ON CONFLICT (institution_id) DO UPDATE SET minute = greatest(b.minute, excluded.minute),
     sent = excluded.sent + CASE WHEN b.minute >= excluded.minute THEN b.sent ELSE 0 END
   RETURNING b.sent, b.minute`,
});

const GIVE_BACK = sqlStatement(deliveryBudgets, 'give_back', {
  parameters: { institutionId: uuid(), count: integer(), minute: instant() },
  result: {},
  text: ($) => `UPDATE delivery_budgets SET sent = sent - ${$.count}
   WHERE institution_id = ${$.institutionId} AND minute = ${$.minute}`,
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
