import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  findBy,
  insertRow,
  lockRow,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { grantMessage } from '../../../platform/core/grant-message.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { isClosed, requireOpen } from '../../../platform/data/standstill/fence.ts';
import type { Precondition } from '../../../proto/gen/lyceum/common/v1/precondition_pb.ts';
import {
  type Integration,
  IntegrationSchema,
  IntegrationSecretSchema,
} from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { hintOf, liveSecrets } from '../domain/secrets.ts';
import { integrations } from './tables.ts';

export type IntegrationRow = RowOf<typeof integrations>;

/** The form of every client id we issue: anything else needs no look-up. */
const CLIENT_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** The only look-up without an institution: the client id determines it. Those of a closed one count as unknown. */
export async function findIntegration(db: Reader, clientId: string): Promise<IntegrationRow | null> {
  return CLIENT_ID.test(clientId) ? db.point(BY_CLIENT, { clientId }) : null;
}

/** The integration of a client whose institution has moved to another installation, and that installation's address. */
export async function findMovedIntegration(
  db: Reader,
  clientId: string,
): Promise<(IntegrationRow & { readonly movedTo: string }) | null> {
  return CLIENT_ID.test(clientId) ? ((await db.rows(MOVED, { clientId }))[0] ?? null) : null;
}

/**
 * An integration that is to be changed, locked until the transaction ends. Refuses one that does not exist, or is not
 * in the state that the request names.
 * @param actor only integrations of this actor's institution exist; those of all for an operator, who names none
 */
export async function lockIntegration(
  tx: Tx,
  actor: TenantActor | undefined,
  { clientId, precondition }: { readonly clientId: string; readonly precondition?: Precondition | undefined },
): Promise<IntegrationRow> {
  const [row] = CLIENT_ID.test(clientId) ? await tx.rows(LOCK, { clientId }) : [];
  if (!row || (actor && row.institutionId !== actor.institutionId)) refuse('INTEGRATION_NOT_FOUND');
  requireOpen(tx, row.institutionId);
  checkRevision(precondition, row.revision);
  return row;
}

export function listIntegrations(
  db: Reader,
  { institutionId }: Pick<TenantActor, 'institutionId'>,
): Promise<IntegrationRow[]> {
  return db.rows(LIST, { institutionId });
}

export function insertIntegration(tx: Tx, integration: IntegrationRow): void {
  tx.write(INSERT, integration);
}

/**
 * Writes the columns of an integration that can change; the row is locked by {@link lockIntegration}.
 * @returns it with its new revision
 */
export function updateIntegration(tx: Tx, stored: IntegrationRow, revision: string): IntegrationRow {
  const integration = { ...stored, revision };
  tx.write(UPDATE, integration);
  return integration;
}

/** An integration of the caller's institution. */
export async function findIntegrationById(db: Reader, actor: TenantActor, id: string): Promise<IntegrationRow | null> {
  return isUuid(id) ? db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
}

/** @param now epoch milliseconds: a secret that has ended is not shown */
export function integrationMessage(integration: IntegrationRow, now: number): Integration {
  return writeMessage({
    ...integration,
    grant: grantMessage(integration),
    secrets: liveSecrets(integration.secrets, now).map((each) => writeSecret({ ...each, hint: hintOf(each) })),
  });
}

const writeMessage = messageWriter(IntegrationSchema);
const writeSecret = messageWriter(IntegrationSecretSchema);

const SHOWN = columnsBut(integrations);

const BY_CLIENT = findBy(integrations, ['clientId'], SHOWN, `NOT ${isClosed('t.institution_id')}`);
const MOVED = sqlStatement(integrations, 'moved', {
  parameters: { clientId: integrations.columns.clientId },
  result: { ...typesOf(integrations, SHOWN), movedTo: text() },
  text: ($) => `SELECT ${columnsOf(integrations, 'i', SHOWN)}, s.moved_to AS "movedTo"
   FROM integrations i JOIN standstills s ON s.institution_id = i.institution_id AND s.state = 'moved'
   WHERE i.client_id = ${$.clientId}`,
});
const BY_ID = findBy(integrations, ['institutionId', 'id'], SHOWN);
const LOCK = lockRow(integrations, ['clientId'], SHOWN);
const INSERT = insertRow(integrations);
const UPDATE = updateRow(integrations, { keep: ['clientId', 'createdBy', 'createdAt', 'isDirectorySync'] });

const LIST = sqlStatement(integrations, 'list', {
  parameters: { institutionId: uuid() },
  result: typesOf(integrations, SHOWN),
  text: ($) => `SELECT ${columnsOf(integrations, 'i', SHOWN)} FROM integrations i
   WHERE i.institution_id = ${$.institutionId} ORDER BY i.created_at, i.id`,
});
