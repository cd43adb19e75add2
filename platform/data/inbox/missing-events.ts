import { text, uuid, uuids } from '../schema/column.ts';
import { inbox } from '../schema/platform-tables.ts';
import { sqlStatement } from '../statements/sql-statement.ts';
import type { Tx } from '../tx.ts';

/** The events of a list that a consumer has not received: they are neither in its inbox nor dead letters. */
export async function missingEvents(tx: Tx, consumer: string, eventIds: readonly string[]): Promise<string[]> {
  if (eventIds.length === 0) return [];
  return (await tx.rows(MISSING, { consumer, eventIds })).map(({ eventId }) => eventId);
}

const MISSING = sqlStatement(inbox, 'missing', {
  parameters: { consumer: text(), eventIds: uuids() },
  result: { eventId: uuid() },
  text: ({ consumer, eventIds }) => `SELECT event_id AS "eventId" FROM unnest(${eventIds}) AS listed(event_id)
   WHERE NOT EXISTS (SELECT FROM inbox i WHERE i.consumer = ${consumer} AND i.event_id = listed.event_id)
     AND NOT EXISTS (SELECT FROM dead_letters p WHERE p.consumer = ${consumer} AND p.event_id = listed.event_id)`,
});
