import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  deleteRows,
  findBy,
  insertRow,
  integer,
  listRows,
  lockRow,
  sqlStatement,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { EndpointSchema } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { EndpointState } from '../domain/endpoint.ts';
import { INSERT_DELETED_ENDPOINT } from './deleted-endpoints.ts';
import { endpointQueues } from './endpoint-queues.ts';
import { endpointCounts, endpoints } from './tables.ts';

export async function findEndpoint(db: Reader, actor: TenantActor, id: string): Promise<EndpointState | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

/** The institution that owns the endpoint. */
type Owner = Pick<TenantActor, 'institutionId'>;

/** An endpoint, locked until the transaction ends. */
export async function lockEndpoint(tx: Tx, actor: Owner, id: string): Promise<EndpointState | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId: actor.institutionId, id });
  return row ?? null;
}

/** Endpoints after a position, in order of creation. */
export function listEndpoints(db: Reader, actor: TenantActor, after: Keyset): Promise<EndpointState[]> {
  return db.rows(LIST, { institutionId: actor.institutionId, ...after });
}

/** The constraint `endpoint_counts_at_most` rejects it if the institution has reached its limit. */
export function insertEndpoint(tx: Tx, actor: TenantActor, endpoint: EndpointState): void {
  tx.write(COUNT, { institutionId: actor.institutionId, more: 1 });
  tx.write(INSERT, { institutionId: actor.institutionId, ...endpoint });
  const { hostname: host } = new URL(endpoint.url);
  tx.write(INSERT_QUEUE, { institutionId: actor.institutionId, endpointId: endpoint.id, host, ...EMPTY_QUEUE });
}

/** Writes the columns that a PATCH can change; the row is locked by {@link lockEndpoint}. */
export function updateEndpoint(tx: Tx, actor: Owner, endpoint: EndpointState): void {
  tx.write(UPDATE, { institutionId: actor.institutionId, ...endpoint });
}

/**
 * Deletes an endpoint and its secrets; its pending deliveries are removed later. The row is locked by
 * {@link lockEndpoint}.
 */
export function deleteEndpoint(tx: Tx, actor: TenantActor, id: string): void {
  tx.write(INSERT_DELETED_ENDPOINT, { institutionId: actor.institutionId, endpointId: id });
  tx.write(DELETE, { institutionId: actor.institutionId, ids: [id] });
  tx.write(COUNT, { institutionId: actor.institutionId, more: -1 });
}

export const endpointMessage = messageWriter(EndpointSchema);

const STATE = columnsBut(endpoints, 'institutionId');

const BY_ID = findBy(endpoints, ['institutionId', 'id'], STATE);
const LOCK = lockRow(endpoints, ['institutionId', 'id'], STATE);
const INSERT = insertRow(endpoints);
const INSERT_QUEUE = insertRow(endpointQueues);
const EMPTY_QUEUE = {
  ...{ dueAt: null, lease: null, leasedUntil: null, servedAt: null },
  ...{ failingSince: null, lastFailedAt: null, isSlow: false, answeredUrl: null },
  ...{ leasedHost: null, leasedSlots: null, replayFrom: null, replayTo: null },
};
const UPDATE = updateRow(endpoints, { keep: ['createdAt'] });
const DELETE = deleteRows(endpoints);
const LIST = listRows(endpoints, 'list', { columns: STATE, order: 'createdAt' });

const COUNT = sqlStatement(endpointCounts, 'add', {
  writes: true,
  parameters: { institutionId: uuid(), more: integer() },
  result: {},
  text: ({ institutionId, more }) => `INSERT INTO endpoint_counts AS c (institution_id, endpoints)
   VALUES (${institutionId}, greatest(${more}, 0))
   ON CONFLICT (institution_id) DO UPDATE SET endpoints = c.endpoints + ${more}`,
});
