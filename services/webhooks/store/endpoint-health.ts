import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { boolean, instant, sqlStatement, text, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { type EndpointHealth, EndpointHealthSchema } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { endpointQueues } from './endpoint-queues.ts';

/** How each endpoint of an institution has answered since its last success, and its newest delivery. */
export async function listEndpointHealth(db: Reader, { institutionId }: TenantActor): Promise<EndpointHealth[]> {
  return (await db.rows(LIST, { institutionId })).map(writeMessage);
}

const writeMessage = messageWriter(EndpointHealthSchema);

// The newest delivery is the newest of those that are the newest of each status: four look-ups in an index.
const LIST = sqlStatement(endpointQueues, 'health', {
  parameters: { institutionId: uuid() },
  result: {
    ...typesOf(endpointQueues, ['endpointId', 'failingSince', 'lastFailedAt']),
    isReplaying: boolean(),
    lastDeliveryAt: instant().nullable(),
    lastDeliveryStatus: text().nullable(),
  },
  text: (
    $,
  ) => `SELECT q.endpoint_id AS "endpointId", q.failing_since AS "failingSince", q.last_failed_at AS "lastFailedAt",
     q.replay_from IS NOT NULL AS "isReplaying", newest.created_at AS "lastDeliveryAt", newest.status AS "lastDeliveryStatus"
   FROM endpoint_queues q
   LEFT JOIN LATERAL (
     SELECT of_status.* FROM unnest(ARRAY['pending', 'succeeded', 'failed', 'cancelled']) AS s(status)
     CROSS JOIN LATERAL (
       SELECT d.created_at, d.id, d.status FROM deliveries d
       WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.status = s.status
       ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS of_status
     ORDER BY of_status.created_at DESC, of_status.id DESC LIMIT 1) AS newest ON true
   WHERE q.institution_id = ${$.institutionId}`,
});
