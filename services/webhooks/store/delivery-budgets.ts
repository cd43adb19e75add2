import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, integer, lockRow, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import type { Transactions } from '../../../platform/data/database.ts';
import { table } from '../../../platform/data/tables.ts';
import { freeAt, type Sent, startOfDay, take, withoutUnused } from '../domain/delivery-budget.ts';

/** The deliveries that each institution has used. Its row is the lock of both counts. */
export const deliveryBudgets = table('delivery_budgets', {
  columns: {
    institutionId: uuid().says('nothing'),
    second: instant().says('nothing'),
    /** The requests to receivers that workers have made, or are about to make, in this second and in each before it. */
    sent: integer().says('nothing').array(),
    /** UTC. */
    day: instant().says('nothing'),
    /** The deliveries that clients have requested in the day. */
    requested: integer().says('nothing'),
  },
  primaryKey: ['institutionId'],
});

interface Use {
  readonly count: number;
  /** The most of a minute or of the day. */
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Requests to receivers that were counted. */
interface Taken {
  /** How many of them may be made. */
  readonly allowed: number;
  /** The second that counts them. Epoch milliseconds, as the next one. */
  readonly second: number;
  /** When more may be made, if not all may. */
  readonly freeAt: number;
}

/** Counts requests to receivers before they are made. */
export function takeOfMinute(db: Transactions, institutionId: string, { count, limit, now }: Use): Promise<Taken> {
  return db.transaction(
    async (tx) => {
      tx.write(BEGIN, { institutionId });
      const { allowed, sent } = take(await lockSent(tx, institutionId), { wanted: count, limit, now });
      writeSent(tx, institutionId, sent);
      return { allowed, second: sent.second, freeAt: freeAt(sent, now) };
    },
    { of: 'begun' },
  );
}

/** Ends the count of requests that were not made: those of a receiver too slow for a round. */
export function giveBack(db: Transactions, institutionId: string, count: number, { second }: Taken): Promise<void> {
  return db.transaction(
    async (tx) => writeSent(tx, institutionId, withoutUnused(await lockSent(tx, institutionId), second, count)),
    { of: 'begun' },
  );
}

async function lockSent(tx: Tx, institutionId: string): Promise<Sent> {
  const [row] = await tx.rows(LOCK, { institutionId });
  const { second, sent } = present(row, 'count of requests');
  return { second: fromInstantText(second), counts: sent };
}

function writeSent(tx: Tx, institutionId: string, { second, counts }: Sent): void {
  tx.write(SEND, { institutionId, second: toInstantText(second), sent: counts });
}

/**
 * Counts deliveries that a client requests. Returns how many more it may request in this day: a negative number means
 * that these are too many, and that the caller refuses them, which rolls the count back.
 */
export async function takeOfDay(tx: Tx, institutionId: string, { count, limit, now }: Use): Promise<number> {
  const [row] = await tx.rows(REQUEST, { institutionId, count, day: toInstantText(startOfDay(now)) });
  return limit - (row?.requested ?? count);
}

const BEGIN = sqlStatement(deliveryBudgets, 'begin', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `INSERT INTO delivery_budgets (institution_id, second, sent, day, requested)
   VALUES (${$.institutionId}, 'epoch', '{}', '-infinity', 0) ON CONFLICT DO NOTHING`,
});

const LOCK = lockRow(deliveryBudgets, ['institutionId'], ['second', 'sent']);

const SEND = sqlStatement(deliveryBudgets, 'send', {
  writes: true,
  parameters: { institutionId: uuid(), second: instant(), sent: integer().array() },
  result: {},
  text: ($) =>
    `UPDATE delivery_budgets SET second = ${$.second}, sent = ${$.sent} WHERE institution_id = ${$.institutionId}`,
});

// The clocks of replicas may differ: a count never goes back to an earlier day.
const REQUEST = sqlStatement(deliveryBudgets, 'request', {
  writes: true,
  parameters: { institutionId: uuid(), count: integer(), day: instant() },
  result: { requested: integer() },
  text: ($) => `INSERT INTO delivery_budgets AS b (institution_id, second, sent, day, requested)
   VALUES (${$.institutionId}, 'epoch', '{}', ${$.day}, ${$.count})
   ON CONFLICT (institution_id) DO UPDATE SET day = greatest(b.day, excluded.day),
     requested = excluded.requested + CASE WHEN b.day >= excluded.day THEN b.requested ELSE 0 END
   RETURNING b.requested`,
});
