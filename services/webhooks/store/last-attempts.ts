import type { TenantActor } from '../../../platform/core/actor.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { uuid } from '../../../platform/data/schema/column.ts';
import { columnsBut, columnsOf, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import {
  AttemptSchema,
  type LastAttempt,
  LastAttemptSchema,
} from '../../../proto/gen/lyceum/webhooks/v1/delivery_pb.ts';
import { deliveryAttempts } from './tables.ts';

/** The last attempt of each of these deliveries for which one was made. */
export async function listLastAttempts(
  db: Reader,
  { institutionId }: TenantActor,
  deliveries: readonly { readonly id: string }[],
): Promise<LastAttempt[]> {
  const rows = await db.rows(LAST, { institutionId, ids: deliveries.map(({ id }) => id) });
  return rows.map(({ deliveryId, number, ...attempt }) =>
    writeMessage({ deliveryId, number, attempt: writeAttempt({ ...attempt, response: null }) }),
  );
}

const writeMessage = messageWriter(LastAttemptSchema);
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
