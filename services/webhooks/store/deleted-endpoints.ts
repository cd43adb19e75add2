import { bigint, insertRow, integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

/** Deleted endpoints whose pending deliveries are not removed yet. */
export const deletedEndpoints = table('deleted_endpoints', {
  columns: { institutionId: uuid().says('nothing'), endpointId: uuid().says('nothing') },
  primaryKey: ['institutionId', 'endpointId'],
});

export const INSERT_DELETED_ENDPOINT = insertRow(deletedEndpoints);

/**
 * Removes the rows of deleted endpoints without pending deliveries. None can be added: that requires the endpoint's
 * queue.
 */
export const forgetDeletedEndpoints = sqlStatement(deletedEndpoints, 'forget', {
  writes: true,
  parameters: { limit: bigint() },
  result: { removed: integer() },
  text: ({ limit }) => `DELETE FROM deleted_endpoints WHERE (institution_id, endpoint_id) IN (
     SELECT x.institution_id, x.endpoint_id FROM deleted_endpoints x
     WHERE NOT EXISTS (
       SELECT FROM deliveries o WHERE o.institution_id = x.institution_id AND o.endpoint_id = x.endpoint_id AND o.status = 'pending')
     LIMIT ${limit})
     RETURNING 1 AS removed`,
});
