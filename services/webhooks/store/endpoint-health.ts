import type { TenantActor } from '../../../platform/core/actor.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { boolean, uuid } from '../../../platform/data/schema/column.ts';
import { typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';
import { type EndpointHealth, EndpointHealthSchema } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { endpointQueues } from './endpoint-queues.ts';

/** How each endpoint of an institution has answered since its last success. */
export async function listEndpointHealth(db: Reader, { institutionId }: TenantActor): Promise<EndpointHealth[]> {
  return (await db.rows(LIST, { institutionId })).map(writeMessage);
}

const writeMessage = messageWriter(EndpointHealthSchema);

const LIST = sqlStatement(endpointQueues, 'health', {
  parameters: { institutionId: uuid() },
  result: { ...typesOf(endpointQueues, ['endpointId', 'failingSince', 'lastFailedAt']), isReplaying: boolean() },
  text: (
    $,
  ) => `SELECT q.endpoint_id AS "endpointId", q.failing_since AS "failingSince", q.last_failed_at AS "lastFailedAt",
     q.replay_from IS NOT NULL AS "isReplaying"
   FROM endpoint_queues q WHERE q.institution_id = ${$.institutionId}`,
});
