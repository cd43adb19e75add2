import type { TenantActor } from '../../../platform/core/actor.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { uuid } from '../../../platform/data/schema/column.ts';
import { columnsBut, columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { AttemptSchema, type Delivery, DeliverySchema } from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import type { DeliveryRow } from './deliveries.ts';
import { deliveryAttempts } from './tables.ts';

/** Deliveries with their last attempts, which one statement reads for all of them. */
export async function withLastAttempts(
  db: Reader,
  { institutionId }: TenantActor,
  deliveries: readonly DeliveryRow[],
): Promise<Delivery[]> {
  const rows = await db.rows(LAST, { institutionId, ids: deliveries.map(({ id }) => id) });
  const last = new Map(rows.map((row) => [row.deliveryId, row]));
  return deliveries.map((delivery) => {
    const attempt = last.get(delivery.id);
    return writeDelivery({
      ...delivery,
      attemptCount: attempt?.number ?? 0,
      lastAttempt: attempt ? writeAttempt({ ...attempt, response: null }) : null,
    });
  });
}

/** A delivery for which no attempt was made. */
export function untriedDelivery(delivery: DeliveryRow): Delivery {
  return writeDelivery({ ...delivery, attemptCount: 0, lastAttempt: null });
}

const writeDelivery = messageWriter(DeliverySchema);
const writeAttempt = messageWriter(AttemptSchema);

const SHOWN = columnsBut(deliveryAttempts, 'institutionId', 'response');

const LAST = sqlStatement(deliveryAttempts, 'last', {
  parameters: { institutionId: uuid(), ids: uuid().array() },
  result: typesOf(deliveryAttempts, SHOWN),
  text: ($) => `SELECT last.* FROM unnest(${$.ids}) AS given(id)
   CROSS JOIN LATERAL (
     SELECT ${columnsOf(deliveryAttempts, 'a', SHOWN)} FROM delivery_attempts a
     WHERE a.institution_id = ${$.institutionId} AND a.delivery_id = given.id
     ORDER BY a.number DESC LIMIT 1) AS last`,
});
